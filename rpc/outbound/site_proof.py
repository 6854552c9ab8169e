"""Checks whether a website belongs to a publisher: by a tag in its page, a file on it, or a DNS record."""

import asyncio
from functools import cache
from typing import Any
from urllib.parse import urljoin

import dns.asyncresolver
import dns.exception
import dns.message
import dns.nameserver
import dns.resolver
import httpx2

from rpc.outbound.http_client import Forbidden, HttpClient, Unreachable
from rpc.outbound.page_head import meta_values
from rpc.security.fair_queue import FairQueue
from schema.channels.channel_proof import (
    FILE_PATH,
    META_NAME,
    PROOF_REDIRECTS_MAX,
    ProofMethod,
    record_name,
)
from schema.core.url import parse_url, to_ascii_url

DNS_SECONDS = 5.0
DNS_SIZE = 1_232
"""The maximum size of a DNS answer in bytes: one that fits any network (dnsflagday.net/2020); 64 kB take 0.4 s."""
MAX_CHECKS = MAX_WAITING = 3
"""How many checks may run, and how many may wait. Each holds a database connection meanwhile."""
FAIR_SECONDS = 2.0
"""How long a website may take while others wait for its slot."""
RETRY_AFTER = 5
"""Seconds after which the caller may try again."""
CHECKING = FairQueue(
    MAX_CHECKS, max_waiting=MAX_WAITING, fair_seconds=FAIR_SECONDS, retry_after=RETRY_AFTER
)
UNREACHABLE = "the website cannot be reached: it needs a public address and port 80 or 443"
"""One text for every reason, so that it does not reveal names of the internal network."""


class ProofMissing(Exception):
    """The proof is not there; the message says what was found instead."""


async def check_proof(
    http_client: HttpClient, publisher_id: int, website: str, proof: str, method: ProofMethod
) -> None:
    """Check within ten seconds that a website carries its proof.

    Raises ProofMissing if not, TOO_MANY_REQUESTS while the publisher's last check runs, and UNAVAILABLE if the website
    is slow while others wait.
    """
    async with CHECKING.slot(publisher_id):
        try:
            await CHECKS[method](http_client, website, proof)
        except (Forbidden, Unreachable):
            raise ProofMissing(UNREACHABLE) from None


async def check_meta_tag(http_client: HttpClient, website: str, proof: str) -> None:
    page = await fetch_page(http_client, website)
    contents = await asyncio.to_thread(meta_values, page.text, META_NAME)
    if not contents:
        raise ProofMissing(f"the head of the page has no meta tag named {META_NAME}")
    if proof not in contents:
        raise ProofMissing("the meta tag holds another value")


async def check_file(http_client: HttpClient, website: str, proof: str) -> None:
    page = await fetch_page(http_client, urljoin(website, FILE_PATH))
    if proof not in page.text.split():
        raise ProofMissing(f"the file {FILE_PATH} does not hold the value")


async def check_dns_record(_: HttpClient, website: str, proof: str) -> None:
    name = record_name(website)
    try:
        answer = await resolver().resolve(name, "TXT", lifetime=DNS_SECONDS)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        raise ProofMissing(f"there is no TXT record at {name} yet; it can take an hour") from None
    except (dns.exception.DNSException, OSError, UnicodeError):
        raise ProofMissing(f"the name servers of {name} did not answer") from None
    texts = {b"".join(record.strings).decode("utf-8", "replace").strip() for record in answer}
    if proof not in texts:
        raise ProofMissing(f"the TXT record at {name} holds another value")


CHECKS = {
    ProofMethod.META: check_meta_tag,
    ProofMethod.FILE: check_file,
    ProofMethod.DNS: check_dns_record,
}


async def fetch_page(http_client: HttpClient, url: str) -> httpx2.Response:
    """The page that the website itself serves: a website that redirects its visitors to another proves nothing."""
    page = await http_client.get(to_ascii_url(url), max_redirects=PROOF_REDIRECTS_MAX)
    if host_of(str(page.url)) != host_of(url):
        raise ProofMissing("the website redirects to another one")
    if page.status_code != 200:
        raise ProofMissing(f"the website answered with status {page.status_code}")
    return page


def host_of(url: str) -> str:
    host, _ = parse_url(url) or ("", None)
    return host.removeprefix("www.")


class SmallAnswers(dns.nameserver.Do53Nameserver):
    """A name server that is never asked over TCP, by which it could answer with 64 kB."""

    async def async_query(self, *args: Any, **options: Any) -> dns.message.Message:
        if options["max_size"]:
            raise OSError("the answer does not fit a datagram")
        return await super().async_query(*args, **options)


@cache
def resolver() -> dns.asyncresolver.Resolver:
    """This machine's own resolver, limited to small answers."""
    own = dns.asyncresolver.Resolver()
    own.use_edns(0, 0, DNS_SIZE)
    own.nameservers = [SmallAnswers(str(address), own.port) for address in own.nameservers]
    return own
