"""Projects over HTTP."""

from bot.projects import requests, usecases
from bot.web.part import Route

ROUTES = (
    Route("GET", "/projects", requests.ListProjects, usecases.list_projects),
    Route("POST", "/projects", requests.AddProject, usecases.add),
    Route("GET", "/projects/{project}", requests.NameProject, usecases.show),
    Route("PATCH", "/projects/{project}", requests.EditProject, usecases.edit),
    Route("DELETE", "/projects/{project}", requests.NameProject, usecases.remove),
    Route("POST", "/projects/{project}/close", requests.CloseProject, usecases.close),
)
