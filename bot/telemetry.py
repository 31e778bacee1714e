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

from tracker.front_ends import FrontEnd


def new_registry(version: str) -> CollectorRegistry:
    """One for each service, never the library's global one, so that two services share no counter."""
    registry = CollectorRegistry()
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    GCCollector(registry=registry)
    build = Info("questlog_build", "The running version.", registry=registry)
    build.info({"version": version, "python": platform.python_version()})
    return registry


class RefusalMetrics:
    """What people asked for and could not have. A command line counts nothing: it is no service."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._refusals = Counter(
            "questlog_refusals",
            "What people asked for and could not have, by where they asked and why.",
            ["front_end", "code"],
            registry=registry,
        )

    def count(self, front_end: FrontEnd, code: str) -> None:
        self._refusals.labels(front_end.value, code).inc()


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
