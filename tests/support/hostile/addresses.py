"""URLs that lead to private addresses, in many spellings, and a resolver that supports them (trust.md T5)."""

import socket
from collections.abc import Iterator
from ipaddress import IPv4Address, IPv6Address
from typing import Any
from urllib.parse import quote

OPEN, ANSWERING = "93.184.216.34", "public.example"
"""The one address that may be called, and its name."""
INSIDE_4 = [
    "0.0.0.0", "10.0.0.1", "100.64.0.1", "100.100.100.200", "127.0.0.1", "127.255.255.254",
    "169.254.169.254", "169.254.170.2", "172.16.0.1", "172.31.255.255", "192.0.0.8", "192.0.0.192",
    "192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1", "192.168.0.1", "192.175.48.1",
    "198.18.0.1", "198.19.255.254", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.250",
    "240.0.0.1", "255.255.255.255", "168.63.129.16",
]  # fmt: skip
INSIDE_6 = [
    "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:0:127.0.0.1", "::ffff:169.254.169.254",
    "::ffff:100.64.0.1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "100::1", "2001::1",
    "2001:10::1", "2001:db8::1", "2002:7f00:1::", "2002:a9fe:a9fe::1", "2620:4f:8000::1", "3fff::1",
    "5f00::1", "4000::1", "fc00::1", "fd00:ec2::254", "fe80::1", "fec0::1", "ff02::1", "ff0e::1",
]  # fmt: skip
SCHEMES = [
    "file", "ftp", "gopher", "dict", "ldap", "tftp", "sftp", "ssh", "smtp", "jar", "netdoc", "ws", "wss",
    "unix", "http+unix", "data", "javascript", "telnet", "redis", "hTTpX",
]  # fmt: skip
PORTS = [
    0, 1, 7, 21, 22, 23, 25, 53, 79, 81, 110, 111, 135, 143, 389, 444, 445, 465, 587, 873, 1433, 2049, 2375,
    3306, 3389, 4000, 5432, 5984, 6379, 6443, 8000, 8080, 8443, 9000, 9200, 10250, 11211, 27017, 50000,
    65535, 65536, 99999, -1,
]  # fmt: skip
WIDE = {ord("."): "\N{IDEOGRAPHIC FULL STOP}"} | {ord("0") + n: chr(0xFF10 + n) for n in range(10)}
RINGED = {ord("0"): "\N{CIRCLED DIGIT ZERO}"} | {
    ord("0") + n: chr(0x245F + n) for n in range(1, 10)
}


def corpus() -> list[str]:
    """Every URL by which nothing but OPEN may be called, on the ports of the web."""
    direct = [*literals(), *names(), *tricks()]
    led = [f"http://{ANSWERING}/?to={quote(url, safe='')}" for url in direct[::2]]
    return [*direct, *led]


def literals() -> Iterator[str]:
    for address in INSIDE_4:
        for host in spellings_4(address):
            yield f"http://{host}/"
    for address in INSIDE_6:
        for host in spellings_6(address):
            yield f"https://[{host}]/"


def spellings_4(address: str) -> list[str]:
    """An IPv4 address as libraries and systems may read it."""
    a, b, c, d = parts = [int(part) for part in address.split(".")]
    whole = int(IPv4Address(address))
    return [
        address, f"{address}.", str(whole), hex(whole), f"0{whole:o}", f"0x{whole:08X}",
        ".".join(hex(part) for part in parts), ".".join(f"0{part:o}" for part in parts),
        ".".join(f"{part:03d}" for part in parts), f"{a}.{b}.{c * 256 + d}",
        f"{a}.{b * 65536 + c * 256 + d}", f"{hex(a)}.{b}.0{c:o}.{d}", f"0x0{a:x}.{b}.{c}.{d}",
        address.translate(WIDE), address.translate(RINGED), address.replace(".", "%2e"),
        quote(address[0]) + address[1:], f"{a + 256}.{b}.{c}.{d}",
    ]  # fmt: skip


def spellings_6(address: str) -> list[str]:
    whole = IPv6Address(address)
    return [
        address,
        whole.exploded,
        address.upper(),
        f"{address}%25lo",
        f"{address}%1",
        f"0{address}",
    ]


def names() -> Iterator[str]:
    """Names of one answer, of several, and of another one each time."""
    for number in range(len(INSIDE_4 + INSIDE_6)):
        for kind in ("one", "before", "after", "rebind"):
            yield f"http://{kind}-{number}.example/"


def tricks() -> Iterator[str]:
    for host in INSIDE_4:
        yield f"http://{ANSWERING}@{host}/"
        yield f"http://{ANSWERING}:80@{host}:80/"
        yield f"http://{host}:80#@{ANSWERING}/"
        yield f"http://{host}?@{ANSWERING}/"
        yield f"http://{host}\\@{ANSWERING}/"
        yield f"http://{host} .{ANSWERING}/"
        yield f"http:/{host}/"
        yield f"//{host}/"
        yield f"http://{host}\t/"
        yield f"http://{host}:8080/"
    for host in (
        "localhost",
        "LOCALHOST",
        "localhost.",
        "ip6-localhost",
        "metadata",
        "a.localhost",
    ):
        yield f"http://{host}/"
    for scheme in SCHEMES:
        for host in (ANSWERING, OPEN, "127.0.0.1", "[::1]"):
            yield f"{scheme}://{host}/"
    for port in PORTS:
        for host in (ANSWERING, OPEN):
            yield f"http://{host}:{port}/"
    for user in ("user", "user:word", ":", "%00"):
        yield f"http://{user}@{ANSWERING}/"


class Resolver:
    """Stands where the system looks names up; `names()` says which answers what."""

    def __init__(self) -> None:
        self._asked: dict[str, int] = {}
        self._whole = socket.getaddrinfo

    def __call__(self, host: Any, port: Any, *args: Any, **more: Any) -> Any:
        answers = self.resolve(host.decode() if isinstance(host, bytes) else str(host))
        return [
            one
            for to in ([host] if answers is None else answers)
            for one in self._whole(to, port, *args, **more)
        ]

    def resolve(self, host: str) -> list[str] | None:
        if host == ANSWERING:
            return [OPEN]
        kind, _, number = host.removesuffix(".example").partition("-")
        if not host.endswith(".example") or not number.isdigit():
            return ["127.0.0.1"] if "localhost" in host or host == "metadata" else None
        self._asked[host] = asked = self._asked.get(host, 0) + 1
        inside = (INSIDE_4 + INSIDE_6)[int(number)]
        first = {"one": [inside], "before": [inside, OPEN], "after": [OPEN, inside]}
        # What answers another time is open when it is looked at, and not when it is called.
        return first.get(kind) or ([OPEN] if asked == 1 else [inside])
