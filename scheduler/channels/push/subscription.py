"""Where a browser is reached: the address at its push service, and the keys that only it can read by."""

from dataclasses import field

from cryptography.hazmat.primitives.asymmetric import ec
from yarl import URL

from scheduler.channels.push.keys import read_letters
from tracker.frozen import frozen
from tracker.settings import PushSettings

LONGEST = 2000
_PARTS, _AUTH_BYTES = 3, 16
_BAD = "That is no subscription of a browser. Press the button on the page once more."


@frozen
class Subscription:
    """Whoever has the address can send the browser something, so it is never shown."""

    endpoint: str = field(repr=False)
    public_key: bytes = field(repr=False)
    """Of the browser, on P-256."""
    auth: bytes = field(repr=False)

    @property
    def origin(self) -> str:
        """Whom a signature is for."""
        return str(URL(self.endpoint).origin())


def subscription_of(address: str) -> Subscription:
    """Raises ValueError, whose text does not repeat the address."""
    parts = address.split()
    if len(address) > LONGEST or len(parts) != _PARTS:
        raise ValueError(_BAD)
    try:
        endpoint, key, auth = parts[0], read_letters(parts[1]), read_letters(parts[2])
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    except ValueError:
        raise ValueError(_BAD) from None
    if len(auth) != _AUTH_BYTES:
        raise ValueError(_BAD)
    return Subscription(endpoint, key, auth)


def checked_subscription(address: str, settings: PushSettings) -> str:
    """As it is kept. Raises ValueError."""
    found, schemes = subscription_of(address), {"https", "http"} if settings.allow_private else {"https"}
    try:
        url = URL(found.endpoint)
    except ValueError:
        raise ValueError(_BAD) from None
    if not url.host or url.user is not None or url.scheme not in schemes:
        raise ValueError(_BAD)
    return " ".join(address.split())
