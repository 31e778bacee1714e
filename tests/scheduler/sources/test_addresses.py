"""Addresses of the internet, and those of our own networks in every disguise."""

import pytest

from scheduler.sources.addresses import is_public


@pytest.mark.parametrize(
    "host",
    [
        "8.8.8.8",
        "1.1.1.1",
        "168.63.129.17",
        "192.0.9.1",
        "2606:4700:4700::1111",
        "2a00:1450:4001:80b::200e",
        "::ffff:8.8.8.8",
        "64:ff9b::8.8.8.8",
        "2002:808:808::1",
    ],
)
def test_addresses_of_the_internet_are_public(host: str) -> None:
    assert is_public(host)


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "127.8.8.8",
        "0.1.2.3",
        "10.1.2.3",
        "172.16.0.1",
        "192.168.1.1",
        "169.254.169.254",
        "100.64.0.1",
        "192.0.2.1",
        "224.0.0.1",
        "239.1.1.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "fe80::1",
        "fe80::1%eth0",
        "fc00::1",
        "ff0e::1",
        "2001:db8::1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "64:ff9b::10.0.0.1",
        "64:ff9b::7f00:1",
        "2002:7f00:1::1",
        "2002:a00:1::1",
        "2001:0:4136:e378:8000:63bf:80ff:fffe",
        "168.63.129.16",
        "192.0.0.8",
        "192.0.0.192",
        "192.88.99.1",
        "198.18.0.1",
        "203.0.113.9",
        "100.100.100.200",
        "fec0::1",
        "::8.8.8.8",
        "::2",
        "64:ff9b:1::808:808",
        "100::1",
        "fd00:ec2::254",
        "3fff::1",
        "5f00::1",
        "2001:20::1",
    ],
)
def test_all_others_are_not(host: str) -> None:
    assert not is_public(host)
