"""What the portal is made of while it runs: settings, database, clock and keys, opened and closed together."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cached_property

import structlog

import sql.core.installation_key
from rpc.clicks.failover import WRITERS, ClickFailover
from rpc.clicks.link_cache import LinkCache
from rpc.clicks.recorder import ClickRecorder
from rpc.clicks.visit import ClickFactory
from rpc.config.parsers import Rate
from rpc.config.settings import Settings
from rpc.database.base import BaseResources, open_database
from rpc.database.replica import Replica
from rpc.outside.http_client import LOOPBACK, HttpClient
from rpc.outside.mailer import Mailer
from rpc.outside.oidc import OidcClient
from rpc.outside.storage import Storage
from rpc.security.encryption import Encryption, encryption_for
from rpc.security.passwords import Passwords
from rpc.security.rate_limits import RateLimiter, SharedLimits
from rpc.security.session_batch import SessionLoader
from rpc.security.signed_urls import SignedUrls
from rpc.security.tokens import Tokens
from sql.clicks.intake import CHANGED
from sql.core.db import SINGLE
from sql.core.fast_pool import FastPool, Subscription, open_fast_pool

log = structlog.get_logger()

LOOKING = 3
"""Connections for looking up sessions, which takes one at a time unless that one is slow."""
RECORDING = WRITERS + 1
"""Connections of the recorder of clicks; another while one of them is being cut."""


@dataclass(kw_only=True)
class Resources(BaseResources):
    settings: Settings
    pool_for_calls: FastPool
    """For calls."""
    replica: Replica
    """For calls that may be answered from a copy of the database."""
    tokens: Tokens
    clicks: ClickFactory
    failover: ClickFailover
    recorder: ClickRecorder
    passwords: Passwords
    sessions: SessionLoader
    session_rate: Rate
    brand_rate: Rate
    rate_limiter: RateLimiter = field(default_factory=RateLimiter)
    shared_limits: SharedLimits = field(default_factory=SharedLimits)

    @cached_property
    def storage(self) -> Storage:
        return Storage(self.settings.data_dir / "files", self.settings.files_url)

    @cached_property
    def signed_urls(self) -> SignedUrls:
        return SignedUrls(self.settings.secret_keys)

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

    @property
    def encryption(self) -> Encryption:
        return encryption_for(self.settings.secret_keys)

    def own_origin(self, origin: str, host: bytes) -> bool:
        """Whether a page of that origin may call: ours, or one the settings name."""
        same = origin.partition("://")[2] == host.decode("latin-1")
        return same or origin == self.settings.public_url or origin in self.settings.cors_origins


@asynccontextmanager
async def open_resources(settings: Settings, database_url: str) -> AsyncIterator[Resources]:
    """Everything a process of the portal needs, for as long as the block runs."""
    if settings.allowed_networks:
        log.info(
            "outgoing calls may reach private networks",
            networks=[str(network) for network in settings.allowed_networks],
        )
    leads = LinkCache()
    heard = Subscription(CHANGED, leads.changed)
    fast = settings.fast_paths
    lending = open_fast_pool(database_url, fast=fast)
    recording = open_fast_pool(database_url, most=RECORDING, further=SINGLE, heard=heard, fast=fast)
    looking = open_fast_pool(database_url, most=LOOKING, further=SINGLE, fast=fast)
    # It opens none unless there is a copy.
    copying = open_fast_pool(settings.replica_url or database_url, fast=fast)
    async with lending as lent, recording as recorders, looking as looks, copying as copies:

        def forget() -> None:
            lent.discard_idle()
            recorders.discard_idle()
            looks.discard_idle()

        async with open_database(database_url, forget=forget) as base:
            async with base.pool.acquire() as db:
                visitor_key = await sql.core.installation_key.get(
                    db, "visitor", secrets.token_bytes(32)
                )
            visitors = ClickFactory(base.ids, visitor_key)
            outage = ClickFailover(base.pool, visitors, leads, settings.data_dir / "journal")
            replica = Replica(copies, base.pool)
            following = [asyncio.create_task(outage.replay_forever())]
            if settings.replica_url:
                following.append(asyncio.create_task(replica.follow()))
            try:
                yield Resources(
                    settings=settings,
                    database_url=database_url,
                    session_rate=settings.session_rate,
                    brand_rate=settings.brand_rate,
                    pool=base.pool,
                    pool_for_calls=lent,
                    replica=replica,
                    clock=base.clock,
                    tokens=Tokens(settings.secret_keys),
                    ids=base.ids,
                    clicks=visitors,
                    failover=outage,
                    recorder=ClickRecorder(recorders, visitors, leads, outage),
                    passwords=Passwords(),
                    sessions=SessionLoader(looks, base.clock),
                )
            finally:
                for task in following:
                    task.cancel()
                outage.close()
