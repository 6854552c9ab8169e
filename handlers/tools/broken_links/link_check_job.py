"""Checks the links that are due: those with the most clicks first, each host politely, each target once."""

import asyncio
import time
from collections import defaultdict
from collections.abc import Coroutine, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from urllib.parse import urlsplit

import msgspec
import structlog

import sql.core.outbox
import sql.links.link_check
import sql.network.due_link_check
from rpc import Worker
from rpc.jobs.job import job_for
from rpc.outbound.link_checker import LinkChecker, host_of
from schema.core.event import Event, EventType
from schema.links.broken_link import MAIL_AFTER, BrokenMail
from schema.links.broken_type import TITLES, BrokenType
from schema.links.link_health import (
    RISK_DAYS,
    Finding,
    LinkHealth,
    find_status_fault,
    is_newly_broken,
    next_check_at,
    next_health,
)
from schema.links.target_url import matches_domains
from sql.network.due_link_check import DueLink

log = structlog.get_logger()

BATCH = 1_000
"""How many links are read at once."""
ROUND_SECONDS = 4.0
"""After this time no further target is started: the batch is saved, and requested checks come first."""
JOB_SECONDS = 5.0
"""After this time the job ends and is queued again."""
HOSTS_AT_ONCE = 150
"""Each host gets one request a second, so this is also the number of requests a second."""
HOSTS_TO_DOUBT = 3
"""If none of this many hosts answers, this machine itself is offline."""
Target = tuple[str, str, str]
"""An address, the brand's tracking parameter and its home page."""


async def check_due(ctx: Worker) -> bool:
    """Check links until none is due or the job's time is over. Returns whether more may be due.

    Does nothing while another worker checks.
    """
    if not await sql.network.due_link_check.lock(ctx.db):
        return False
    checker = LinkChecker(ctx.resources.http_client.allowed)
    try:
        await sql.network.due_link_check.recall(ctx.db, ctx.resources.clock.now())
        ends = time.monotonic() + JOB_SECONDS
        while time.monotonic() < ends and not ctx.stop.is_set():
            now = ctx.resources.clock.now()
            batch = await sql.network.due_link_check.find_due(ctx.db, now, BATCH)
            if not batch or not await check_batch(ctx, checker, batch):
                return False
        return True
    finally:
        await checker.rest()  # or the next job would ask a host too soon
        await checker.aclose()
        await sql.network.due_link_check.unlock(ctx.db)


async def check_batch(ctx: Worker, checker: LinkChecker, batch: Sequence[DueLink]) -> int:
    """Check as many links of a batch as the time of a round allows. Returns how many."""
    status_faults = {id(link): status_fault(link) for link in batch}
    rest = [link for link in batch if status_faults[id(link)] is None]
    targets = {target_of(link): False for link in rest}
    targets |= {target_of(link): True for link in rest if needs_suggestion(link)}
    findings = await check_targets(checker, targets, ctx.stop)
    saved = 0
    for link in batch:
        kind = status_faults[id(link)]
        if kind is not None:
            await save(ctx, link, Finding(kind, suggestion=home_of(link, kind)))
        elif (finding := findings.get(target_of(link))) is not None:
            await save(ctx, link, with_suggestion(link, finding))
        else:
            continue
        saved += 1
    return saved


def status_fault(link: DueLink) -> BrokenType | None:
    return find_status_fault(
        link.brand_status,
        link.relationship,
        link.site_status,
        on_domain=matches_domains(link.target_url, link.domains),
    )


def target_of(link: DueLink) -> Target:
    return link.target_url, link.click_param, link.site_url


def needs_suggestion(link: DueLink) -> bool:
    """Whether to look for another page if a link's target is gone: one would help, and none has been suggested yet."""
    return link.deep_link and not (link.found is BrokenType.NOT_FOUND and link.suggestion)


async def check_targets(
    checker: LinkChecker, targets: Mapping[Target, bool], stop: asyncio.Event
) -> dict[Target, Finding]:
    """Check targets for the time of a round. Returns the findings for those reached; none when told to stop.

    The value of a target says whether to check its parent page too if the target is gone.
    """
    by_host = defaultdict(list)
    for target in targets:
        by_host[host_of(target[0])].append(target)
    findings: dict[Target, Finding] = {}
    slots = asyncio.Semaphore(HOSTS_AT_ONCE)
    ends = time.monotonic() + ROUND_SECONDS

    async def check_host(waiting: Sequence[Target]) -> None:
        async with slots:
            for target in waiting:
                if time.monotonic() > ends and findings:
                    return
                finding = await check_one(checker, target)
                if targets[target] and finding.type is BrokenType.NOT_FOUND:
                    finding = await with_parent(checker, target, finding)
                findings[target] = finding

    await run_until(stop, [check_host(waiting) for waiting in by_host.values()])
    if stop.is_set():
        return {}
    answered = [finding for finding in findings.values() if any(hop.status for hop in finding.hops)]
    hosts = {host_of(target[0]) for target in findings}
    if findings and not answered and len(hosts) >= HOSTS_TO_DOUBT:
        log.warning("no host answers: this machine has no way out", hosts=len(hosts))
        return {
            target: Finding(BrokenType.UNVERIFIED, None, finding.final_url, finding.hops)
            for target, finding in findings.items()
        }
    return findings


async def check_one(checker: LinkChecker, target: Target) -> Finding:
    """Check one target. An unexpected error is logged and counts as unverified, so that other targets are checked."""
    try:
        return await checker.check(*target)
    except Exception as error:
        log.error("target not checked", exc_info=error)
        return Finding(BrokenType.UNVERIFIED)


async def run_until(stop: asyncio.Event, work: Sequence[Coroutine[Any, Any, None]]) -> None:
    """Run all coroutines, or cancel the unfinished ones when told to stop."""
    doing: asyncio.Future[Any] = asyncio.ensure_future(asyncio.gather(*work))
    stopping: asyncio.Future[Any] = asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait({doing, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            doing.result()
    finally:
        doing.cancel()
        stopping.cancel()
        await asyncio.gather(doing, stopping, return_exceptions=True)


async def with_parent(checker: LinkChecker, target: Target, finding: Finding) -> Finding:
    """The finding with the parent page of a target that is gone, if it exists and is not the home page."""
    url, _, site_url = target
    parent = parent_of(url)
    if parent is None or parent == site_url or not await checker.page_exists(parent):
        return finding
    return msgspec.structs.replace(finding, suggestion=parent)


def with_suggestion(link: DueLink, finding: Finding) -> Finding:
    """The finding with a suggested replacement for the target, if there is one."""
    kind = finding.type
    if kind is None or kind is BrokenType.UNVERIFIED:
        return finding
    suggestion = finding.suggestion if link.deep_link else None
    final = finding.final_url
    if kind is BrokenType.PARAMETER_LOST:
        fits = link.deep_link and final and matches_domains(final, link.domains)
        suggestion = final if fits else None
    elif suggestion is None and link.found is kind:
        suggestion = link.suggestion
    return msgspec.structs.replace(finding, suggestion=suggestion or home_of(link, kind))


def home_of(link: DueLink, kind: BrokenType) -> str | None:
    """The brand's home page as a suggestion, if a new target can solve the problem at all."""
    if kind < BrokenType.OFF_DOMAIN or link.site_url == link.target_url:
        return None
    return link.site_url


def parent_of(url: str) -> str | None:
    """The parent page of a page; None for a page at the top."""
    parts = urlsplit(url)
    above = parts.path.rstrip("/").rpartition("/")[0]
    return f"{parts.scheme}://{parts.netloc}{above}/" if above else None


async def save(ctx: Worker, link: DueLink, finding: Finding) -> None:
    """Save the result of a link's check. Alert the publisher if the link has just been found to be broken."""
    now = ctx.resources.clock.now()
    before = LinkHealth(
        found=link.found,
        found_at=link.found_at,
        type=link.type,
        state=link.state,
        first_seen_at=link.first_seen_at,
        broken=link.broken,
    )
    after = next_health(before, finding.type, now, has_fallback=link.fallback_url is not None)
    async with ctx.db.transaction():
        saved = await sql.links.link_check.save(
            ctx.db,
            link.publisher_id,
            link.link_id,
            after,
            finding,
            target_url=link.target_url,
            since=(now - timedelta(days=RISK_DAYS)).date(),
            now=now,
            next_check_at=next_check_at(after, now),
        )
        if not saved:
            return
        if after.broken != link.broken:
            await sql.links.link_check.set_broken(
                ctx.db, link.publisher_id, [link.link_id], after.broken
            )
        if is_newly_broken(before, after):
            await send_alert(ctx, link, after, now)


async def send_alert(ctx: Worker, link: DueLink, health: LinkHealth, now: datetime) -> None:
    """Add the event about a broken link, and queue the mail unless one is queued already."""
    assert health.type is not None
    body = {
        "link_id": link.link_id,
        "status": "open",
        "reason_code": health.type.name.lower(),
        "note": TITLES[health.type],
        "uid1": link.uid1,
    }
    event = Event(link.publisher_id, EventType.LINK_BROKEN, body, link.site_id, link.mid)
    await sql.core.outbox.add(ctx.db, [event], now)
    payload = BrokenMail(link.publisher_id, now)
    key = f"broken-mail:{link.publisher_id}"
    await job_for(BrokenMail).later(ctx.db, payload, after=MAIL_AFTER, key=key)
