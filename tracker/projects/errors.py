"""What a project says no to. Each message is for the person who asked; `code` is for programs."""

from typing import ClassVar

from tracker.refusals import Reason, Refused


class ProjectRefused(Refused):
    """The root of what projects refuse."""

    code: ClassVar[str] = "project"


class NoSuchProject(ProjectRefused):
    code = "no_such_project"
    reason = Reason.UNKNOWN


class AmbiguousProject(ProjectRefused):
    code = "ambiguous_project"


class BadProject(ProjectRefused, ValueError):
    code = "bad_project"
    reason = Reason.UNREADABLE


class TooManyProjects(ProjectRefused):
    code = "too_many_projects"


class ProjectUnchanged(ProjectRefused):
    code = "nothing_to_change"


class ProjectClosed(ProjectRefused):
    code = "wrong_status"
