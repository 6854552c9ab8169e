"""Finds out whether a website is a publisher's: by a tag in its page, a file on it, or a record in its name service."""

import asyncio
from functools import cache
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

import dns.asyncresolver
import dns.exception
import dns.resolver
import httpx2

from rpc.outside.http_client import Forbidden, HttpClient, Unreachable
from schema.brands.ownership import FILE_PATH, META_NAME, ProofMethod, record_name
from schema.core.errors import Code, Fault

DNS_SECONDS = 5.0
MOST_HOPS = 5
AT_ONCE = 3
"""Each keeps a connection to the database while it waits for other people's servers."""
_turns = asyncio.Semaphore(AT_ONCE)


class NotProven(Exception):
    """The proof is not there; the message says what was found in its place."""


async def prove(http_client: HttpClient, website: str, proof: str, method: ProofMethod) -> None:
    """Return if a website carries its proof, within ten seconds. Raises NotProven, or UNAVAILABLE when too many ask."""
    if _turns.locked():
        raise Fault(Code.UNAVAILABLE, wait=5)
    async with _turns:
        try:
            await WAYS[method](http_client, website, proof)
        except Forbidden:
            raise NotProven("the address is not a public one") from None
        except Unreachable:
            raise NotProven("the website did not answer") from None


async def by_meta(http_client: HttpClient, website: str, proof: str) -> None:
    page = Head()
    page.feed((await answered(http_client, website)).text)
    if not page.proofs:
        raise NotProven(f"the head of the page has no meta tag named {META_NAME}")
    if proof not in page.proofs:
        raise NotProven("the meta tag holds another value")


async def by_file(http_client: HttpClient, website: str, proof: str) -> None:
    found = await answered(http_client, urljoin(website, FILE_PATH))
    if proof not in found.text.split():
        raise NotProven(f"the file {FILE_PATH} does not hold the value")


async def by_dns(_: HttpClient, website: str, proof: str) -> None:
    name = record_name(website)
    try:
        found = await resolver().resolve(name, "TXT", lifetime=DNS_SECONDS)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        raise NotProven(f"there is no TXT record at {name} yet; it can take an hour") from None
    except (dns.exception.DNSException, OSError, UnicodeError):
        raise NotProven(f"the name servers of {name} did not answer") from None
    texts = {b"".join(record.strings).decode("utf-8", "replace").strip() for record in found}
    if proof not in texts:
        raise NotProven(f"the TXT record at {name} holds another value")


WAYS = {ProofMethod.META: by_meta, ProofMethod.FILE: by_file, ProofMethod.DNS: by_dns}


async def answered(http_client: HttpClient, url: str) -> httpx2.Response:
    """What the website itself answers: one that sends its visitors elsewhere proves nothing of its own."""
    found = await http_client.get(url, max_redirects=MOST_HOPS)
    if bare(str(found.url)) != bare(url):
        raise NotProven("the website leads to another one")
    if found.status_code != 200:
        raise NotProven(f"the website answered with status {found.status_code}")
    return found


def bare(url: str) -> str:
    return (urlsplit(url).hostname or "").rstrip(".").removeprefix("www.")


@cache
def resolver() -> dns.asyncresolver.Resolver:
    """This machine's own."""
    return dns.asyncresolver.Resolver()


class Head(HTMLParser):
    """The proofs in the head of a page. Its body may hold what visitors wrote."""

    def __init__(self) -> None:
        super().__init__()
        self.proofs: set[str] = set()
        self._over = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._over = self._over or tag == "body"
        if tag == "meta" and not self._over and (given.get("name") or "").lower() == META_NAME:
            self.proofs.add((given.get("content") or "").strip())

    def handle_endtag(self, tag: str) -> None:
        self._over = self._over or tag == "head"
