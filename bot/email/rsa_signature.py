"""Whether an RSA key has signed something: the key out of a certificate, and PKCS #1 v1.5, by integers alone.

A signature is compared with the one that is right, byte by byte: nothing in it is parsed. Who vouches for the
certificate is decided by whoever fetched it.
"""

import hashlib
import hmac
import ssl
from collections.abc import Mapping
from typing import NamedTuple

_SEQUENCE, _INTEGER, _BIT_STRING, _VERSION = 0x30, 0x02, 0x03, 0xA0
_LONG_FORM = 0x80
_RSA = bytes.fromhex("300d06092a864886f70d0101010500")
"""AlgorithmIdentifier of an RSA key."""
_DIGEST_INFO: Mapping[str, bytes] = {
    "sha1": bytes.fromhex("3021300906052b0e03021a05000414"),
    "sha256": bytes.fromhex("3031300d060960864801650304020105000420"),
}
_SMALLEST_BITS, _LARGEST_BITS, _EXPONENT = 2048, 8192, 65537


class BadCertificate(ValueError):
    """It is none, or its key is not one that is trusted."""


class RsaKey(NamedTuple):
    modulus: int
    exponent: int

    def has_signed(self, message: bytes, signature: bytes, hash_name: str) -> bool:
        size = (self.modulus.bit_length() + 7) // 8
        if len(signature) != size or int.from_bytes(signature) >= self.modulus:
            return False
        ending = _DIGEST_INFO[hash_name] + hashlib.new(hash_name, message).digest()
        right = b"\x00\x01" + b"\xff" * (size - len(ending) - 3) + b"\x00" + ending
        said = pow(int.from_bytes(signature), self.exponent, self.modulus).to_bytes(size)
        return hmac.compare_digest(said, right)


def key_of_certificate(pem: str) -> RsaKey:
    """Raises BadCertificate."""
    try:
        key = _key(ssl.PEM_cert_to_DER_cert(pem))
    except (ValueError, IndexError) as error:
        raise BadCertificate("it cannot be read") from error
    if key is None:
        raise BadCertificate("it has no RSA key")
    if not _SMALLEST_BITS <= key.modulus.bit_length() <= _LARGEST_BITS or key.exponent != _EXPONENT:
        raise BadCertificate("its key is not one that is trusted")
    return key


def _key(certificate: bytes) -> RsaKey | None:
    """Raises ValueError and IndexError."""
    [whole] = _parts(certificate)
    fields = _parts(_inside(_parts(_inside(whole, _SEQUENCE))[0], _SEQUENCE))
    if fields[0][0] == _VERSION:
        fields = fields[1:]
    # Serial number, signature, issuer, validity, subject, and then the key.
    algorithm, bits = _parts(_inside(fields[5], _SEQUENCE))
    if algorithm != _RSA:
        return None
    [numbers] = _parts(_inside(bits, _BIT_STRING)[1:])
    modulus, exponent = (
        int.from_bytes(_inside(one, _INTEGER)) for one in _parts(_inside(numbers, _SEQUENCE))
    )
    return RsaKey(modulus, exponent)


def _parts(der: bytes) -> list[bytes]:
    """One after the other, each with its tag and its length."""
    found: list[bytes] = []
    while der:
        end = _end(der)
        found.append(der[:end])
        der = der[end:]
    return found


def _inside(part: bytes, tag: int) -> bytes:
    if part[0] != tag:
        raise ValueError("something else was expected here")
    return part[_begin(part) : _end(part)]


def _begin(part: bytes) -> int:
    """Where its content does: after the tag and the length, which is one byte, or many with their number."""
    return 2 + max(part[1] - _LONG_FORM, 0)


def _end(part: bytes) -> int:
    begin = _begin(part)
    end = begin + (part[1] if part[1] < _LONG_FORM else int.from_bytes(part[2:begin]))
    if end > len(part):
        raise ValueError("it breaks off")
    return end
