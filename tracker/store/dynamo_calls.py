"""One call to DynamoDB: retried where that helps, and every failure turned into one of the store's.

botocore's own retries are off: they know nothing of conflicting transactions, and this is the one
place that decides what is tried again.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias, cast

from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    ConfigNotFound,
    ConfigParseError,
    ConnectionError,  # noqa: A004 - botocore's own
    CredentialRetrievalError,
    HTTPClientError,
    InvalidRegionError,
    NoCredentialsError,
    PartialCredentialsError,
    ProfileNotFound,
    SSOError,
    TokenRetrievalError,
)
from botocore.parsers import ResponseParserError

from tracker.store.capacity import Observe
from tracker.store.errors import InvalidItem, StoreError, StoreUnavailable, TableMissing, Throttled, TooLarge

Sleep: TypeAlias = Callable[[float], Awaitable[object]]

BUSY_ATTEMPTS, LOST_ATTEMPTS = 10, 5  # a busy store recovers in seconds; a lost one keeps nobody waiting
FIRST_DELAY, LONGEST_DELAY = 0.05, 2.0

_BUSY = frozenset(
    {
        "ProvisionedThroughputExceededException",
        "ThrottlingException",
        "ThrottlingError",
        "RequestLimitExceeded",
        "LimitExceededException",
        "TransactionConflictException",
        "TransactionInProgressException",
        "TransactionConflict",
        "ProvisionedThroughputExceeded",
    }
)
_CREDENTIALS = frozenset(
    {
        "UnrecognizedClientException",
        "InvalidSignatureException",
        "IncompleteSignatureException",
        "MissingAuthenticationTokenException",
        "MissingAuthenticationToken",
        "InvalidClientTokenId",
        "ExpiredTokenException",
        "ExpiredToken",
    }
)
_SET_UP = "set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, a profile, or a role"
_FIRST_SERVER_ERROR = 500
_WIRE_FORMAT = "application/x-amz-json"
# What botocore's parser raises on an answer that is not DynamoDB's.
_PARSER_FAILURES = (ResponseParserError, AttributeError, TypeError, ValueError)


class Caller:
    """Calls the operations of one client, for the life of the process."""

    def __init__(self, client: object, table: str, observe: Observe, sleep: Sleep = asyncio.sleep) -> None:
        self._client = client
        self._table = table
        self._observe = observe
        self._sleep = sleep

    async def __call__(self, operation: str, **parameters: Any) -> dict[str, Any]:  # noqa: ANN401 - AWS's shapes
        """Raises ClientError only for failed conditions, which mean something to the caller."""
        call = cast("Callable[..., Awaitable[dict[str, Any]]]", getattr(self._client, operation))
        for attempt in range(BUSY_ATTEMPTS):
            try:
                response = await call(**parameters)
                check_answer(response)
            except (ClientError, BotoCoreError, *_PARSER_FAILURES) as error:
                await self._after(error, attempt)
            else:
                self._observe(operation, consumed(response))
                return response
        raise AssertionError("the last attempt returns or raises")

    async def _after(self, error: Exception, attempt: int) -> None:
        if is_condition_failure(error):
            raise error
        failure, passing = classify(error, self._table)
        attempts = BUSY_ATTEMPTS if isinstance(failure, Throttled) else LOST_ATTEMPTS
        if not passing or attempt + 1 >= attempts:
            raise failure from error
        await self.back_off(attempt)

    async def back_off(self, attempt: int) -> None:
        """Wait longer each time, spread so that those who collided do not collide again."""
        ceiling = min(LONGEST_DELAY, FIRST_DELAY * 2**attempt)
        await self._sleep(ceiling * random.uniform(0.5, 1.0))  # noqa: S311 - spreading load, not a secret


def check_answer(response: Mapping[str, Any]) -> None:
    """Another web server may answer 200 too; taking that for success would lose writes silently."""
    kind = response.get("ResponseMetadata", {}).get("HTTPHeaders", {}).get("content-type", "")
    if not kind.startswith(_WIRE_FORMAT):
        raise ValueError(f"an answer of type {kind or 'unknown'}")


def is_condition_failure(error: Exception) -> bool:
    if not isinstance(error, ClientError):
        return False
    reasons = cancellation_reasons(error)
    return code_of(error) == "ConditionalCheckFailedException" or any(
        reason.get("Code") == "ConditionalCheckFailed" for reason in reasons
    )


def cancellation_reasons(error: ClientError) -> list[dict[str, Any]]:
    """Why a transaction was cancelled, one entry for each of its operations."""
    return cast("list[dict[str, Any]]", error.response.get("CancellationReasons") or [])


def code_of(error: ClientError) -> str:
    return error.response.get("Error", {}).get("Code", "")


def classify(error: Exception, table: str) -> tuple[StoreError, bool]:
    """The store's failure for an error, and whether it may pass by itself."""
    match error:
        case ClientError():
            return _classify_answer(error, table)
        case NoCredentialsError() | PartialCredentialsError():
            return StoreUnavailable(f"no AWS credentials were found; {_SET_UP}"), False
        case CredentialRetrievalError() | SSOError() | TokenRetrievalError():
            return StoreUnavailable(
                f"the AWS credentials could not be fetched ({error}); log in again"
            ), False
        case ProfileNotFound() | ConfigParseError() | ConfigNotFound():
            return StoreUnavailable(f"the AWS settings of this user are wrong: {error}"), False
        case InvalidRegionError():
            return StoreUnavailable(f"{error}; set store.region to the region of the table"), False
        case HTTPClientError() | ConnectionError():
            return StoreUnavailable(
                f"DynamoDB cannot be reached: {error}; check store.endpoint_url and region"
            ), True
        case _:
            return StoreUnavailable(
                f"DynamoDB gave no sensible answer ({error}); check store.endpoint_url"
            ), False


def _classify_answer(error: ClientError, table: str) -> tuple[StoreError, bool]:
    code, message = code_of(error), error.response.get("Error", {}).get("Message", "")
    status = error.response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)
    if code == "TransactionCanceledException":
        return _classify_cancelled(error)
    if code in _BUSY:
        return Throttled(f"DynamoDB is too busy for the table {table} ({code})"), True
    if code == "ResourceInUseException":
        return StoreUnavailable(f"the table {table} is being made or changed; try again in a minute"), False
    if code == "ResourceNotFoundException":
        return TableMissing(f"there is no table {table} here; make it with `questlog table create`"), False
    if code in _CREDENTIALS:
        return StoreUnavailable(
            f"AWS refused the credentials ({code}); renew them: {_SET_UP}. A wrong clock does this too"
        ), False
    if code in ("AccessDeniedException", "AccessDenied"):
        return StoreUnavailable(
            f"these AWS credentials may not use the table {table}; see docs/dynamodb.md"
        ), False
    if code == "ValidationException":
        return _refused(message), False
    return StoreUnavailable(f"DynamoDB answered {code or status}: {message}"), status >= _FIRST_SERVER_ERROR


def _classify_cancelled(error: ClientError) -> tuple[StoreError, bool]:
    reasons = [reason for reason in cancellation_reasons(error) if reason.get("Code", "None") != "None"]
    for reason in reasons:
        if reason["Code"] not in _BUSY:
            return _refused(reason.get("Message", reason["Code"])), False
    return Throttled("other writers keep changing the same items of the table"), True


def _refused(message: str) -> StoreError:
    if "size" in message.lower() and "exceed" in message.lower():
        return TooLarge(f"DynamoDB refused an item: {message}")
    return InvalidItem(f"DynamoDB refused the request: {message}")


def consumed(response: Mapping[str, Any]) -> float:
    """The capacity units of a call, reads and writes of table and indexes together."""
    capacity: Any = response.get("ConsumedCapacity") or []
    parts = cast("list[dict[str, Any]]", [capacity] if isinstance(capacity, dict) else capacity)
    return sum(float(part.get("CapacityUnits", 0)) for part in parts)
