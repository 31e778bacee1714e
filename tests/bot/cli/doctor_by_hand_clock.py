"""`questlog doctor` on a clock that stands still: no test of it depends on when it runs."""

from bot.cli.doctor import doctor
from bot.cli.invocation import Invocation
from tests.fakes.clock import HandClock

if __name__ == "__main__":
    doctor.main(prog_name="questlog doctor", obj=Invocation((), clock=HandClock()))
