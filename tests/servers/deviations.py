"""The one table of known deviations: where a server used in tests differs from DynamoDB, and so from SQLite.

SQLite never stands here: it is held to every test.
"""

from typing import NamedTuple


class Deviation(NamedTuple):
    server: str
    test: str
    """The name of a test, or of a whole file without `.py`."""
    reason: str
    runs: bool = True
    """Whether the test is still run, and must fail; otherwise it is skipped."""


DYNOXIDE, MINISTACK, MOTO = "dynoxide", "ministack", "moto"
_BLIND = "a condition takes any two lists, and any two maps, as equal: writers who meet overwrite each other"
DEVIATIONS = (
    Deviation(
        DYNOXIDE,
        "test_a_prefix_tells_capitals_from_small_letters",
        "begins_with ignores the case of ASCII letters",
    ),
    Deviation(
        MINISTACK,
        "test_lists_and_maps_differ_when_one_member_does",
        "<> is false for lists and maps",
    ),
    Deviation(MINISTACK, "test_parts_of_a_plan_that_change_at_once_are_all_kept", _BLIND, runs=False),
    Deviation(MINISTACK, "test_two_devices_link_a_habit_to_two_goals_at_once", _BLIND, runs=False),
    Deviation(MINISTACK, "test_what_others_changed_meanwhile_of_schema_2_stays_so", _BLIND),
    Deviation(
        MINISTACK,
        "test_add_is_exact_on_numbers_of_many_digits",
        "ADD rounds to 28 digits",
    ),
    Deviation(
        MINISTACK,
        "test_add_beyond_38_digits_is_refused",
        "ADD rounds to 28 digits",
    ),
    Deviation(
        MINISTACK,
        "test_nor_can_an_update_in_a_transaction",
        "a transaction does not look at the size of an updated item",
    ),
    Deviation(
        MOTO,
        "test_concurrency",
        "transactions are not isolated: it restores copies of the table, and loses writes of others",
        runs=False,
    ),
    Deviation(
        MOTO,
        "test_values_of_two_types_are_different_and_have_no_order",
        "an order between two types is an error, not false",
    ),
    Deviation(
        MOTO,
        "test_lists_and_maps_differ_when_one_member_does",
        "inside a map, true equals 1",
    ),
    Deviation(
        MOTO,
        "test_an_absent_attribute_is_not_null",
        "an absent attribute equals null",
    ),
    Deviation(
        MOTO,
        "test_add_beyond_38_digits_is_refused",
        "numbers may have any number of digits",
    ),
    Deviation(
        MOTO,
        "test_an_item_may_have_400_kilobytes_to_the_last_byte",
        "the limit is 405,000 bytes by its own measure",
    ),
    Deviation(
        MOTO,
        "test_an_update_cannot_create_an_item_larger_than_that",
        "an update that makes an item does not look at its size",
    ),
    Deviation(
        MOTO,
        "test_an_update_may_fill_an_item_nearly_to_the_limit",
        "the limit is 405,000 bytes by its own measure",
    ),
)


def deviation(server: str, file: str, test: str) -> Deviation | None:
    return next((d for d in DEVIATIONS if d.server == server and d.test in (file, test)), None)
