"""The registry that `/metrics` shows, and what is counted about the process and the store."""

import platform

from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Info,
    PlatformCollector,
    ProcessCollector,
)


def new_registry(version: str) -> CollectorRegistry:
    """One for each service, never the library's global one, so that two services share no counter."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    GCCollector(registry=registry)
    build = Info("questlog_build", "The running version.", registry=registry)
    build.info({"version": version, "python": platform.python_version()})
    return registry


class StoreMetrics:
    """What a store that bills by the request has used."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._units = Counter(
            "questlog_store_consumed_capacity_units",
            "DynamoDB capacity units used; SQLite has none.",
            ["operation"],
            registry=registry,
        )

    def consumed(self, operation: str, units: float) -> None:
        self._units.labels(operation).inc(units)
