"""The address of a client behind proxies, in the spellings that proxies write."""

from ipaddress import ip_network

import pytest

from rpc.http.request import client_address, headers_by_name

TRUSTED = (ip_network("10.0.0.0/8"), ip_network("2001:db8:1::/48"))


def address_of(*forwarded: str, peer: str = "10.0.0.1") -> str:
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    return client_address((peer, 1), headers_by_name([(b"host", b"a"), *headers]), TRUSTED)


@pytest.mark.parametrize(
    ("forwarded", "client"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("203.0.113.7:51234", "203.0.113.7"),
        ("[2001:db8::1]:443", "2001:db8::1"),
        ("[2001:db8::1]", "2001:db8::1"),
        ("2001:DB8:0::1", "2001:db8::1"),
        ('"[2001:db8::1]:443"', "2001:db8::1"),
        ('"203.0.113.7:80"', "203.0.113.7"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("[::ffff:203.0.113.7]:8080", "203.0.113.7"),
        ("1.1.1.1, 203.0.113.7:5, 10.1.2.3:443, [2001:db8:1::5]:80", "203.0.113.7"),
        ("1.1.1.1, ::ffff:10.1.2.3", "1.1.1.1"),
        ("unknown", "10.0.0.1"),
        ("_hidden", "10.0.0.1"),
        ("203.0.113.7, unknown", "10.0.0.1"),
        ("203.0.113.7:x", "10.0.0.1"),
        ("fe80::1%eth0", "10.0.0.1"),
        ("", "10.0.0.1"),
    ],
)
def test_each_spelling_of_a_forwarded_address_is_parsed(forwarded: str, client: str) -> None:
    assert address_of(forwarded) == client


def test_repeated_forwarding_headers_are_read_as_one_list() -> None:
    assert address_of("203.0.113.7:1", "10.0.0.9") == "203.0.113.7"
    assert address_of("203.0.113.7", "198.51.100.1", "10.0.0.9") == "198.51.100.1"


def test_ipv4_mapped_peer_is_treated_as_its_ipv4_address() -> None:
    assert address_of("203.0.113.7", peer="::ffff:10.0.0.1") == "203.0.113.7"
    assert client_address(("::ffff:203.0.113.7", 1), {}, ()) == "203.0.113.7"


def test_untrusted_peer_cannot_forward_another_address() -> None:
    assert address_of("203.0.113.7", peer="198.51.100.1") == "198.51.100.1"
