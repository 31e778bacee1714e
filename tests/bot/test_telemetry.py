"""The registry: one for each service, with the store's consumption in it."""

from bot.telemetry import StoreMetrics, new_registry

UNITS = "questlog_store_consumed_capacity_units_total"


def test_capacity_adds_up_by_operation() -> None:
    registry = new_registry("1.2.3")
    store = StoreMetrics(registry)

    for operation, units in (("get_item", 0.5), ("get_item", 0.5), ("put_item", 1.0)):
        store.consumed(operation, units)

    assert registry.get_sample_value(UNITS, {"operation": "get_item"}) == 1.0
    assert registry.get_sample_value(UNITS, {"operation": "put_item"}) == 1.0


def test_two_services_in_one_process_share_no_counter() -> None:
    one, other = new_registry("1.2.3"), new_registry("1.2.3")

    StoreMetrics(one).consumed("get_item", 0.5)
    StoreMetrics(other)

    assert other.get_sample_value(UNITS, {"operation": "get_item"}) is None
