"""What the portal is made of while it runs: settings, database, clock and keys, opened and closed together."""

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cached_property

import sql.core.installation_key
from rpc.clicks.failover import WRITERS, Outage
from rpc.clicks.link_cache import Leads
from rpc.clicks.recorder import Recorder
from rpc.clicks.visit import Visitors
from rpc.config.parsers import Rate
from rpc.config.settings import Settings
from rpc.database.base import Base, based
from rpc.database.replica import Replica
from rpc.outside.http_client import LOOPBACK, Outbound
from rpc.outside.mailer import Mailer
from rpc.outside.oidc import OpenId
from rpc.outside.storage import Storage
from rpc.security.encryption import Crypt, crypt
from rpc.security.passwords import Passwords
from rpc.security.rate_limits import Guards, Limits
from rpc.security.session_batch import Sessions
from rpc.security.signed_urls import Tickets
from rpc.security.tokens import Tokens
from sql.clicks.intake import CHANGED
from sql.core.db import SINGLE
from sql.core.fast_pool import Heard, Lender, lender

LOOKING = 3
"""Connections for looking up sessions, which takes one at a time unless that one is slow."""
RECORDING = WRITERS + 1
"""Connections of the recorder of clicks; another while one of them is being cut."""


@dataclass(kw_only=True)
class Parts(Base):
    settings: Settings
    lender: Lender
    """For calls."""
    replica: Replica
    """For calls that may be answered from a copy of the database."""
    tokens: Tokens
    visitors: Visitors
    outage: Outage
    recorder: Recorder
    passwords: Passwords
    sessions: Sessions
    session_rate: Rate
    brand_rate: Rate
    limits: Limits = field(default_factory=Limits)
    guards: Guards = field(default_factory=Guards)

    @cached_property
    def storage(self) -> Storage:
        return Storage(self.settings.data_dir / "files", self.settings.files_url)

    @cached_property
    def tickets(self) -> Tickets:
        return Tickets(self.settings.secret_keys)

    @cached_property
    def mailer(self) -> Mailer:
        return Mailer(self.settings)

    @cached_property
    def outbound(self) -> Outbound:
        allowed = self.settings.allowed_networks
        return Outbound((*allowed, *LOOPBACK) if self.settings.demo else allowed)

    @cached_property
    def openid(self) -> OpenId:
        return OpenId(self.settings.oidc_providers, self.outbound)

    @property
    def crypt(self) -> Crypt:
        return crypt(self.settings.secret_keys)

    def own_origin(self, origin: str, host: bytes) -> bool:
        """Whether a page of that origin may call: ours, or one the settings name."""
        same = origin.partition("://")[2] == host.decode("latin-1")
        return same or origin == self.settings.public_url or origin in self.settings.cors_origins


@asynccontextmanager
async def opened(settings: Settings, database_url: str) -> AsyncIterator[Parts]:
    """Everything a process of the portal needs, for as long as the block runs."""
    leads = Leads()
    heard = Heard(CHANGED, leads.changed)
    fast = settings.fast_paths
    lending = lender(database_url, fast=fast)
    recording = lender(database_url, most=RECORDING, further=SINGLE, heard=heard, fast=fast)
    looking = lender(database_url, most=LOOKING, further=SINGLE, fast=fast)
    # It opens none unless there is a copy.
    copying = lender(settings.replica_url or database_url, fast=fast)
    async with lending as lent, recording as recorders, looking as looks, copying as copies:

        def forget() -> None:
            lent.forget()
            recorders.forget()
            looks.forget()

        async with based(database_url, forget=forget) as base:
            async with base.pool.acquire() as db:
                visitor_key = await sql.core.installation_key.get(
                    db, "visitor", secrets.token_bytes(32)
                )
            visitors = Visitors(base.ids, visitor_key)
            outage = Outage(base.pool, visitors, leads, settings.data_dir / "journal")
            replica = Replica(copies, base.pool)
            following = [asyncio.create_task(outage.follow())]
            if settings.replica_url:
                following.append(asyncio.create_task(replica.follow()))
            try:
                yield Parts(
                    settings=settings,
                    database_url=database_url,
                    session_rate=settings.session_rate,
                    brand_rate=settings.brand_rate,
                    pool=base.pool,
                    lender=lent,
                    replica=replica,
                    clock=base.clock,
                    tokens=Tokens(settings.secret_keys),
                    ids=base.ids,
                    visitors=visitors,
                    outage=outage,
                    recorder=Recorder(recorders, visitors, leads, outage),
                    passwords=Passwords(),
                    sessions=Sessions(looks, base.clock),
                )
            finally:
                for task in following:
                    task.cancel()
