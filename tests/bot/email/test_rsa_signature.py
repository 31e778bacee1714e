"""RSA signatures: those of a well-known library are known, and nothing that looks like them."""

import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, padding
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.email.rsa_signature import BadCertificate, key_of_certificate
from tests.fakes.sns import certificate, signing_key

PEM = certificate(signing_key())
OURS = key_of_certificate(PEM)


@pytest.mark.parametrize("bits", [2048, 3072])
def test_the_key_of_a_certificate_is_the_one_that_it_was_made_with(bits: int) -> None:
    made = signing_key(0, bits).public_key().public_numbers()
    assert key_of_certificate(certificate(signing_key(0, bits))) == (made.n, made.e)


@settings(max_examples=20)
@given(st.binary(max_size=300), st.sampled_from(["sha1", "sha256"]))
def test_what_was_signed_is_known_and_nothing_else(message: bytes, name: str) -> None:
    method = hashes.SHA1() if name == "sha1" else hashes.SHA256()  # noqa: S303 - Amazon's first
    signature = signing_key().sign(message, padding.PKCS1v15(), method)
    assert OURS.has_signed(message, signature, name)
    assert not OURS.has_signed(message + b".", signature, name)
    assert not OURS.has_signed(message, signature[:-1] + bytes([signature[-1] ^ 1]), name)
    assert not OURS.has_signed(message, signature, "sha1" if name == "sha256" else "sha256")


@pytest.mark.parametrize(
    "signature", [b"", b"\x00" * 256, b"\x01" * 255, b"\xff" * 256, b"\x00" * 255 + b"\x01", b"\x00" * 257]
)
def test_a_signature_that_is_none_is_none(signature: bytes) -> None:
    assert not OURS.has_signed(b"", signature, "sha256")


def test_other_keys_and_weak_ones_are_refused() -> None:
    with pytest.raises(BadCertificate, match="no RSA key"):
        key_of_certificate(certificate(ec.generate_private_key(ec.SECP256R1())))
    with pytest.raises(BadCertificate, match="not one that is trusted"):
        key_of_certificate(certificate(signing_key(0, 1024)))


@given(st.integers(0, len(PEM)), st.integers(0, 9), st.text("AZaz09+/\n-", max_size=8))
def test_a_certificate_in_any_state_is_read_or_refused(place: int, gone: int, junk: str) -> None:
    try:
        key_of_certificate(PEM[:place] + junk + PEM[place + gone :])
    except BadCertificate:
        return
