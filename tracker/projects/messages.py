"""What a person is told about their projects: that one is worse, or well again."""

from datetime import datetime, timedelta

from tracker.accounts.model import User
from tracker.locales import worded_for
from tracker.notify.kinds import Kind, MessageLook, declare
from tracker.notify.model import Notification
from tracker.projects.health import Diagnosis
from tracker.projects.model import Health, Project
from tracker.tones import Tone

LOOKS = {
    Health.GREEN: MessageLook("\N{LARGE GREEN CIRCLE}", Tone.GOOD),
    Health.YELLOW: MessageLook("\N{LARGE YELLOW CIRCLE}", Tone.WARNING),
    Health.RED: MessageLook("\N{LARGE RED CIRCLE}", Tone.BAD),
}
HEALTH = declare(
    Kind(
        "project-health",
        "the health of a project changed",
        LOOKS[Health.YELLOW],
        {health.value: look for health, look in LOOKS.items()},
    )
)
_LIFE = timedelta(days=2)


@worded_for
def health_message(
    user: User, project: Project, found: Diagnosis, at: datetime, now: datetime
) -> Notification:
    return Notification(
        person=user.id,
        kind=HEALTH,
        entity=project.id,
        period=f"{at:%Y-%m-%d}",
        title=f"{project.name} is {found.health} now",
        text=found.reason,
        facts={"project": project.id, "state": found.health.value},
        created_at=now,
        not_before=at,
        expires_at=at + _LIFE,
        group="tasks",
    )
