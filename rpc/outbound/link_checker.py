"""Checks targets of links as a visitor's browser would load them: through the guarded backend, politely, hop by hop."""

import asyncio
import re
import time
from collections.abc import AsyncIterable, AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import quote, urljoin, urlsplit

import httpcore2
from msgspec import Struct

from rpc.config.parsers import Network
from rpc.outbound.http_client import (
    CONNECT_TIMEOUT,
    PORTS,
    USER_AGENT,
    Forbidden,
    GuardedBackend,
    ssl_context,
)
from schema.core.url import SAFE_CHARACTERS, parse_url, to_ascii_url
from schema.links.broken_type import BrokenType
from schema.links.link_health import CHECKED_REDIRECTS_MAX, CHECKED_URL_LENGTH, Finding, Hop
from schema.links.target_url import split_at_param

DEADLINE = 15.0
"""How many seconds checking one target may take, with all its redirects."""
HEAD_DEADLINE = 5.0
"""How many seconds a HEAD request may take, which some servers never answer; GET has the rest of the time."""
BODY_MAX = 64 * 1024
HOST_INTERVAL = 1.0
"""Seconds between the end of a request to a host and the next one."""
HOSTS_MAX = 10_000
PARALLEL_MAX = 160
"""The maximum number of connections at once: more than hosts, so that no check has to wait for one."""
REFERENCE = "link-check"
"""Stands for the reference of a click in the tracking parameter."""
GONE_STATUSES = (404, 410)
REDIRECTS = (301, 302, 303, 307, 308)
TITLE = re.compile(r"<title[^>]{0,200}>([^<]{0,300})", re.IGNORECASE)
SOFT_404 = re.compile(
    r"\b404\b|not found|(?:doesn.t|does not) exist|no longer (?:available|exists)|nicht gefunden"
    r"|introuvable|non trouvée?|no encontrad[ao]|não (?:foi )?encontrad[ao]|non trovat[ao]|niet gevonden"
    r"|ikke (?:fundet|funnet)|hitta(?:de)?s inte|ei löy(?:dy|tynyt)|nie (?:została )?znalezion[ao]|nenalezen[ao]"
    r"|nem található|nu a fost găsită?|δεν βρέθηκε|bulunamadı|не найден[ао]?|не знайдено|見つかりません|未找到|找不到",  # noqa: RUF001
    re.IGNORECASE,
)


class PageResponse(Struct, frozen=True):
    """The result of one request; without a status, there was no response."""

    status: int | None = None
    location: str | None = None
    is_page: bool = False
    title: str = ""


class TimeBudget:
    """The time that a check of one target may take."""

    left = DEADLINE
    """Seconds that the check's requests may still take; the pauses between them do not count."""


class HostThrottle:
    """Spaces the requests to a host: one at a time, with a pause after each."""

    __slots__ = ("free_at", "lock")

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.free_at = 0.0

    def is_busy(self) -> bool:
        return self.lock.locked() or self.free_at > time.monotonic()


class LinkChecker:
    """Checks targets. Requests to one host are spaced, whichever links they are for."""

    def __init__(self, allowed: tuple[Network, ...]) -> None:
        self._pool = httpcore2.AsyncConnectionPool(
            ssl_context=ssl_context(),
            max_connections=PARALLEL_MAX,
            max_keepalive_connections=0,
            network_backend=GuardedBackend(allowed),
        )
        self._hosts: dict[str, HostThrottle] = {}

    async def check(self, target: str, param: str, site_url: str) -> Finding:
        """Check what a visitor would find at a link's target."""
        before, after = split_at_param(to_ascii_url(target), param)
        url = before + REFERENCE + after
        hops: list[Hop] = []
        budget = TimeBudget()
        while True:
            if any(hop.url == url for hop in hops) or len(hops) > CHECKED_REDIRECTS_MAX:
                return finding(BrokenType.LOOP, hops)
            response = await self._fetch(url, budget)
            hops.append(Hop(url, response.status))
            if response.location is None:
                return finding(judge(response, target, param, site_url, hops), hops)
            url = resolve(url, response.location)
            if len(url) > CHECKED_URL_LENGTH or parse_url(url) is None:
                return finding(BrokenType.UNREACHABLE, [*hops, Hop(url[:CHECKED_URL_LENGTH], None)])

    async def page_exists(self, url: str) -> bool:
        """Whether there is a page at a URL."""
        response = await self._fetch(url, TimeBudget())
        return response.status == 200 and not SOFT_404.search(response.title)

    async def _fetch(self, url: str, budget: TimeBudget) -> PageResponse:
        """Request by HEAD, and by GET where that is not enough, because servers handle HEAD carelessly."""
        response = await self._request("HEAD", url, budget, HEAD_DEADLINE)
        if response.location is not None or (response.status == 200 and not response.is_page):
            return response
        return await self._request("GET", url, budget, DEADLINE)

    async def _request(
        self, method: str, url: str, budget: TimeBudget, seconds: float
    ) -> PageResponse:
        async with self._throttle(host_of(url)):
            began = time.monotonic()
            try:
                async with asyncio.timeout(min(seconds, budget.left)):
                    headers: dict[str | bytes, str | bytes] = {
                        "user-agent": f"Mozilla/5.0 (compatible; {USER_AGENT}; link check)",
                        "accept": "text/html,*/*",
                        "accept-encoding": "identity",
                        "connection": "close",
                    }
                    request = self._pool.stream(
                        method,
                        url,
                        headers=headers,
                        extensions={"timeout": {"connect": CONNECT_TIMEOUT}},
                    )
                    async with request as response:
                        return await read_response(method, response)
            except (TimeoutError, Forbidden, httpcore2.TimeoutException, httpcore2.NetworkError,
                    httpcore2.ProtocolError, httpcore2.UnsupportedProtocol, ValueError, OSError,
                    BaseExceptionGroup):  # fmt: skip
                return PageResponse()
            finally:
                budget.left -= time.monotonic() - began

    @asynccontextmanager
    async def _throttle(self, host: str) -> AsyncIterator[None]:
        """Allow one request at a time to a host; the pause begins when the request has ended, however late that is."""
        if len(self._hosts) > HOSTS_MAX:
            self._hosts = {name: each for name, each in self._hosts.items() if each.is_busy()}
        throttle = self._hosts.setdefault(host, HostThrottle())
        async with throttle.lock:
            await asyncio.sleep(throttle.free_at - time.monotonic())
            try:
                yield
            finally:
                throttle.free_at = time.monotonic() + HOST_INTERVAL

    async def rest(self) -> None:
        """Wait until every host's pause is over."""
        free_at = max((host.free_at for host in self._hosts.values()), default=0.0)
        await asyncio.sleep(free_at - time.monotonic())

    async def aclose(self) -> None:
        await self._pool.aclose()


async def read_response(method: str, response: httpcore2.Response) -> PageResponse:
    named = {name.lower(): value for name, value in response.headers}
    location = named.get(b"location") if response.status in REDIRECTS else None
    is_page = b"html" in named.get(b"content-type", b"html")
    body = b""
    if method == "GET" and is_page and location is None and b"content-encoding" not in named:
        assert isinstance(response.stream, AsyncIterable)
        with suppress(httpcore2.NetworkError, httpcore2.ProtocolError):
            async for piece in response.stream:
                body += piece[: BODY_MAX - len(body)]
                if len(body) >= BODY_MAX:
                    break
    title = TITLE.search(body.decode("utf-8", "replace"))
    # Browsers encode what is not ASCII in a URL, and so do we: otherwise it could not be requested.
    where = None if location is None else quote(location, safe=SAFE_CHARACTERS)
    return PageResponse(response.status, where, is_page, title[1] if title else "")


def resolve(url: str, location: str) -> str:
    """The URL that a redirect leads to; a location that cannot be parsed stays as it is."""
    try:
        return urljoin(url, location).partition("#")[0]
    except ValueError:  # such as `http://[`
        return location


def host_of(url: str) -> str:
    """The unit of rate limits: a host, on any usual port; on the loopback each port counts as a host."""
    host, port = parse_url(url) or (urlsplit(url).netloc.lower(), None)
    return host if port in (None, *PORTS) else f"{host}:{port}"


def judge(
    response: PageResponse, target: str, param: str, site_url: str, hops: list[Hop]
) -> BrokenType | None:
    """The problem with the last response of a chain of redirects; None if there is none."""
    status = response.status
    if status is None or status >= 500:
        return BrokenType.UNREACHABLE
    if status in GONE_STATUSES:
        return BrokenType.NOT_FOUND
    if not 200 <= status < 300:
        return BrokenType.UNVERIFIED
    if SOFT_404.search(response.title):
        return BrokenType.NOT_FOUND
    if len(hops) > 1:
        final = hops[-1].url
        if is_home(final, site_url) and not is_home(target, site_url):
            return BrokenType.HOMEPAGE
        if f"{param}={REFERENCE}" not in urlsplit(final).query.split("&"):
            return BrokenType.PARAMETER_LOST
    return None


def is_home(url: str, site_url: str) -> bool:
    """Whether an address is the brand's home page."""
    return urlsplit(url).path.rstrip("/") in ("", urlsplit(site_url).path.rstrip("/"))


def finding(kind: BrokenType | None, hops: list[Hop]) -> Finding:
    last = hops[-1]
    return Finding(kind, last.status, last.url, hops)
