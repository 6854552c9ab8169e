"""The resources of a running process: settings, database, clock and keys, opened and closed together."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property, partial

import structlog

import sql.core.installation_key
from rpc.clicks.click_factory import ClickFactory
from rpc.clicks.failover import WRITERS, ClickFailover
from rpc.clicks.link_cache import LinkCache
from rpc.clicks.recorder import ClickRecorder
from rpc.config.parsers import Rate
from rpc.config.settings import Settings
from rpc.database.base_resources import BaseResources, open_database
from rpc.database.replica import Replica
from rpc.exports.snapshots import Snapshots
from rpc.files.storage import Storage
from rpc.mail.mailer import Mailer
from rpc.monitoring.metrics import QUERIES
from rpc.outbound.http_client import LOOPBACK, HttpClient
from rpc.outbound.oidc import OidcClient
from rpc.outbound.payout_client import PayoutProvider
from rpc.process.service_history import ServiceHistory
from rpc.security.encryption import Encryption, encryption_for
from rpc.security.heavy_calls import HeavyCalls
from rpc.security.passwords import Passwords
from rpc.security.rate_limits import RateLimiter, SharedLimits
from rpc.security.relying_party import RelyingParty, relying_party_of
from rpc.security.session_loader import SessionLoader
from rpc.security.signed_urls import SignedUrls, UnsubscribeTickets
from rpc.security.tokens import Tokens
from schema.exports.sheet import SNAPSHOT_AGE
from sql.clicks.link_cache_invalidation import ROUTE_CHANNEL
from sql.core.cluster import is_cluster
from sql.core.db import LOOKUP_SETTINGS
from sql.core.fast_connection import OnQuery
from sql.core.fast_pool import FastPool, Subscription, open_fast_pool

log = structlog.get_logger()

SESSION_CONNECTIONS = 3
"""Connections for loading sessions, which needs one at a time unless that one is slow."""
RECORDER_CONNECTIONS = WRITERS + 1
"""Connections of the click recorder; one more for while another is being closed."""
EXPIRY_WARNING = timedelta(days=30)
"""How long before SECURITY_EXPIRES the log warns."""


@dataclass(kw_only=True)
class Resources(BaseResources):
    settings: Settings
    pool_for_calls: FastPool
    """The pool for calls."""
    replica: Replica
    """The replica, for calls that may read from one."""
    tokens: Tokens
    click_factory: ClickFactory
    failover: ClickFailover
    recorder: ClickRecorder
    passwords: Passwords
    sessions: SessionLoader
    session_rate: Rate
    brand_rate: Rate
    rate_limiter: RateLimiter = field(default_factory=RateLimiter)
    shared_limits: SharedLimits = field(default_factory=SharedLimits)
    heavy_calls: HeavyCalls = field(default_factory=HeavyCalls)
    older_release_at: datetime | None = None
    """The last heartbeat of a web process of an older release, as this process saw it (rpc/process/heartbeat.py)."""
    snapshots: Snapshots = field(default_factory=lambda: Snapshots(SNAPSHOT_AGE))
    service_history: ServiceHistory = field(default_factory=ServiceHistory)

    @cached_property
    def storage(self) -> Storage:
        return Storage(self.settings.data_dir / "files", self.settings.files_url)

    @cached_property
    def signed_urls(self) -> SignedUrls:
        return SignedUrls(self.settings.secret_keys)

    @cached_property
    def unsubscribe_tickets(self) -> UnsubscribeTickets:
        return UnsubscribeTickets(self.settings.secret_keys)

    @cached_property
    def mailer(self) -> Mailer:
        return Mailer(self.settings)

    @cached_property
    def http_client(self) -> HttpClient:
        allowed = self.settings.allowed_networks
        return HttpClient((*allowed, *LOOPBACK) if self.settings.demo else allowed)

    @cached_property
    def oidc(self) -> OidcClient:
        return OidcClient(self.settings.oidc_providers, self.http_client)

    @cached_property
    def payout_provider(self) -> PayoutProvider | None:
        """The payout provider; None if payments leave in files for the bank."""
        url, key = self.settings.payout_url, self.settings.payout_key
        return PayoutProvider(url, key, self.http_client) if url and key else None

    @cached_property
    def relying_party(self) -> RelyingParty | None:
        """The portal as the relying party of passkeys; None if passkeys are off."""
        return relying_party_of(self.settings.public_url)

    @property
    def encryption(self) -> Encryption:
        return encryption_for(self.settings.secret_keys)

    def is_own_origin(self, origin: str, host: bytes) -> bool:
        """Whether pages of this origin may call: our own, or one in the settings."""
        same = origin.partition("://")[2] == host.decode("latin-1")
        return same or origin == self.settings.public_url or origin in self.settings.cors_origins


def warn_of_expiry(settings: Settings, now: datetime) -> None:
    """Log when the contacts for vulnerabilities are no longer published, or soon will not be."""
    expires = settings.security_expires
    if expires is not None and expires - now.date() <= EXPIRY_WARNING:
        log.warning(
            "SECURITY_EXPIRES: check SECURITY_CONTACT, set a later day", expires=str(expires)
        )


def query_observer(settings: Settings, pool: str) -> OnQuery | None:
    """What observes the statements of a pool, if anything is counted."""
    return QUERIES.series(pool).observe if settings.metrics else None


@asynccontextmanager
async def open_resources(settings: Settings, database_url: str) -> AsyncIterator[Resources]:
    """Open everything a process needs, and close it when the block ends."""
    if settings.allowed_networks:
        log.info(
            "outgoing calls may reach private networks",
            networks=[str(network) for network in settings.allowed_networks],
        )
    link_cache = LinkCache()
    link_changes = Subscription(ROUTE_CHANNEL, link_cache.invalidate)
    fast = settings.fast_paths
    observer = partial(query_observer, settings)
    opening_calls = open_fast_pool(database_url, fast=fast, on_query=observer("calls"))
    opening_recorder = open_fast_pool(
        database_url,
        max_size=RECORDER_CONNECTIONS,
        settings=LOOKUP_SETTINGS,
        subscription=link_changes,
        fast=fast,
        on_query=observer("clicks"),
    )
    opening_sessions = open_fast_pool(
        database_url,
        max_size=SESSION_CONNECTIONS,
        settings=LOOKUP_SETTINGS,
        fast=fast,
        on_query=observer("sessions"),
    )
    # It opens no connection unless there is a replica.
    opening_replica = open_fast_pool(
        settings.replica_url or database_url, fast=fast, on_query=observer("replica")
    )
    async with (
        opening_calls as call_pool,
        opening_recorder as recorder_pool,
        opening_sessions as session_pool,
        opening_replica as replica_pool,
    ):

        def discard_idle() -> None:
            call_pool.discard_idle()
            recorder_pool.discard_idle()
            session_pool.discard_idle()

        async with open_database(
            database_url,
            network_time_zone=settings.network_time_zone,
            on_connection_lost=discard_idle,
            on_query=observer("others"),
        ) as base:
            warn_of_expiry(settings, base.clock.now())
            async with base.pool.acquire() as db:
                if await is_cluster(db):
                    for pool in (recorder_pool, session_pool):  # whose callers wait the least
                        await pool.warm()
                visitor_key = await sql.core.installation_key.get(
                    db, "visitor", secrets.token_bytes(32)
                )
            click_factory = ClickFactory(base.ids, visitor_key)
            failover = ClickFailover(
                base.pool, click_factory, link_cache, settings.data_dir / "journal"
            )
            replica = Replica(replica_pool, base.pool, base.clock.now)
            tasks = [asyncio.create_task(failover.replay_forever())]
            if settings.replica_url:
                tasks.append(asyncio.create_task(replica.follow()))
            try:
                yield Resources(
                    settings=settings,
                    database_url=database_url,
                    session_rate=settings.session_rate,
                    brand_rate=settings.brand_rate,
                    pool=base.pool,
                    pool_for_calls=call_pool,
                    replica=replica,
                    clock=base.clock,
                    tokens=Tokens(settings.secret_keys),
                    ids=base.ids,
                    network_time_zone=base.network_time_zone,
                    click_factory=click_factory,
                    failover=failover,
                    recorder=ClickRecorder(
                        recorder_pool,
                        click_factory,
                        link_cache,
                        failover,
                        batch_timeout=settings.click_seconds,
                    ),
                    passwords=Passwords(),
                    sessions=SessionLoader(session_pool, base.clock),
                )
            finally:
                for task in tasks:
                    task.cancel()
                failover.close()
