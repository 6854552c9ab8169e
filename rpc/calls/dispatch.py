"""The one endpoint of all calls: decode the envelope, authorize the caller, run the handler, respond."""

import asyncio
from collections.abc import Callable, Hashable
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cached_property
from random import getrandbits
from time import perf_counter
from typing import Any

import asyncpg
import msgspec
import structlog

from rpc.calls.codec import decode_call, encode_reply, encode_reply_in_turns, show_to
from rpc.calls.context import Guest, RequestInfo
from rpc.calls.idempotency import run_once
from rpc.calls.registry import Registry
from rpc.calls.registry_entry import Procedure
from rpc.calls.transport import (
    SHARED_HEADERS,
    RawResponse,
    bearer_token,
    build_response,
    check_transport,
    status_of,
)
from rpc.http.cookies import Cookies
from rpc.http.request import (
    Client,
    Headers,
    Receive,
    Scope,
    Send,
    client_address,
    headers_by_name,
    read_body,
)
from rpc.http.response_head import send_response
from rpc.monitoring.metrics import CALLS
from rpc.monitoring.trace import HEADER, Trace, read_trace, within_trace
from rpc.process.resources import Resources
from rpc.security.rate_limits import QuotaRecord
from schema.core.envelope import Reply
from schema.core.errors import Code, Fault
from sql.accounts.session import Session
from sql.core.clock import CONNECTION_LOST, NODE_LOST, RETRYABLE, is_away

log = structlog.get_logger()

MAX_TRIES = 3
COMPRESS_ASIDE = 100_000
"""The size in bytes from which a thread compresses a reply, because a megabyte takes 4 ms."""
LOGGED_PATH = 200
"""How many characters of a path are logged."""
RETRY_READS_FOR = 5.0
"""For how many seconds a query is retried after a lost connection, while its caller waits."""
UNSTORABLE = (asyncpg.CharacterNotInRepertoireError, asyncpg.UntranslatableCharacterError)


@dataclass(frozen=True)
class Dispatcher:
    """An ASGI application that responds to POST."""

    registry: Registry
    resources: Resources
    large_bodies: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Admits large bodies one at a time: decoding a megabyte takes 2 ms, which delays all other calls."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = headers_by_name(scope["headers"])
        response = await self.respond(scope["path"], scope.get("client"), headers, receive)
        await send_response(
            scope, send, response.status, SHARED_HEADERS, response.headers, response.content
        )

    async def respond(
        self, path: str, client: Client, headers: dict[bytes, bytes], raw: bytes | Receive
    ) -> RawResponse:
        """The response to a call, even if it fails; `raw` is its body, or receives it."""
        started = perf_counter()
        request_id = f"{getrandbits(64):016x}"
        quota, cookies = QuotaRecord(), Cookies(headers.get(b"cookie", b""))
        traced = headers.get(HEADER)
        trace = None if traced is None else read_trace(traced)
        notices: Headers = []
        try:
            check_transport(headers, self.resources)
            procedure = self.registry.find(path, Procedure)
            notices = procedure.headers
            if not isinstance(raw, bytes):
                raw = await read_body(raw)
                async with self.large_bodies:
                    await asyncio.sleep(0)
            content = await self.execute(
                procedure, request_id, client, headers, raw, quota, cookies, trace
            )
        except Fault as fault:
            content = msgspec.json.encode(Reply(fault.number, str(fault), fault.data))
            self.count(path, fault.number, started)
            log_call("refused", path, fault.number, started, request_id, trace)
            own = [*quota.headers(), *cookies.headers(), *notices]
            return build_response(
                content, request_id, headers, own, status=status_of(fault), wait=fault.wait
            )
        except Exception as error:
            with within_trace(trace.id if trace else ""):
                log.error("crash", path=path[:LOGGED_PATH], request_id=request_id, exc_info=error)
            self.count(path, Code.CRASHED.number, started)
            text = f"{Code.CRASHED.message}. Reference: {request_id}"
            content = msgspec.json.encode(Reply(Code.CRASHED.number, text))
            own = [*quota.headers(), *notices]
            return build_response(content, request_id, headers, own, status=500)
        if self.observe is not None:
            self.observe(path, 0, perf_counter() - started)
        if not procedure.reads or (trace and trace.is_recorded):
            log_call("call", path, 0, started, request_id, trace)
        own = [*quota.headers(), *cookies.headers(), *notices]
        if len(content) >= COMPRESS_ASIDE:
            return await asyncio.to_thread(build_response, content, request_id, headers, own)
        return build_response(content, request_id, headers, own)

    @cached_property
    def observe(self) -> Callable[[str, int, float], None] | None:
        """What counts calls, by path, code and seconds; None if nothing is counted."""
        return CALLS.observe if self.resources.settings.metrics else None

    def count(self, path: str, code: int, started: float) -> None:
        if self.observe is not None:
            known = path if path in self.registry else "unknown"
            self.observe(known, code, perf_counter() - started)

    async def execute(
        self,
        procedure: Procedure,
        request_id: str,
        client: Client,
        headers: dict[bytes, bytes],
        raw: bytes,
        quota: QuotaRecord,
        cookies: Cookies,
        trace: Trace | None,
        *,
        by_agent: bool = False,
    ) -> bytes:
        """The encoded reply of a call that succeeds. `by_agent`: it is made as a tool (rpc/agents)."""
        asked = decode_call(procedure, raw)
        header = asked.header
        request = RequestInfo(
            path=procedure.path,
            token=header.token or bearer_token(headers),
            ip=client_address(client, headers, self.resources.settings.trusted_proxies),
            user_agent=headers.get(b"user-agent", b"").decode("latin-1")[:255],
            request_id=request_id,
            trace_id=trace.id if trace else "",
            idempotency_key=header.idempotency_key,
            quota=quota,
            cookies=cookies,
            by_agent=by_agent,
        )
        if asked.fault is not None:
            try:
                await self.check_caller(procedure, request)
                raise asked.fault
            finally:
                # Its traceback refers to this frame, which holds the body: that would wait for the collector.
                del asked
        started = perf_counter()
        for retries in reversed(range(MAX_TRIES)):
            if self.resources.clock.away:
                raise Fault(Code.UNAVAILABLE, wait=2)
            try:
                if procedure.reads:
                    return await self.read(procedure, request, asked.arguments, asked.fields)
                # A call that only reads may not run as a task yet, and what it bound would stay.
                with within_trace(request.trace_id):
                    return await self.write(procedure, request, asked.arguments, asked.fields, raw)
            except RETRYABLE:
                if procedure.from_replica:
                    # The query was cancelled because it held up replication.
                    self.resources.replica.suspend()
                if not retries:
                    raise Fault(Code.UNAVAILABLE, wait=1) from None
                await asyncio.sleep(0.05)
            except CONNECTION_LOST + NODE_LOST as error:
                if not is_away(error):
                    raise
                if procedure.from_replica:
                    self.resources.replica.suspend()
                # A query can be repeated; whether a write was committed is unknown.
                if not retries or not procedure.reads or perf_counter() - started > RETRY_READS_FOR:
                    log.warning("database unavailable", path=request.path, error=repr(error))
                    raise Fault(Code.UNAVAILABLE, wait=2) from None
            except UNSTORABLE:
                raise Fault(
                    Code.REQUEST_INVALID, "A text contains a character that cannot be stored"
                ) from None
        raise AssertionError("unreachable")

    async def check_caller(self, procedure: Procedure, request: RequestInfo) -> None:
        """Authorize only the caller: authentication errors take precedence over errors of the content."""
        if procedure.context is Guest:
            return
        resources = self.resources
        if resources.clock.away:
            raise Fault(Code.UNAVAILABLE, wait=2)
        try:
            session = await procedure.context.load_session(resources, request)
            async with resources.pool_for_calls.connection() as db:
                now = resources.clock.now()
                await procedure.authorize(db, now, resources, request, session)
        except RETRYABLE + CONNECTION_LOST as error:
            log.warning("database unavailable", path=request.path, error=repr(error))
            raise Fault(Code.UNAVAILABLE, wait=2) from None

    async def read(
        self,
        procedure: Procedure,
        request: RequestInfo,
        arguments: dict[str, Any],
        names: frozenset[str],
    ) -> bytes:
        """Run a query. Most calls are queries, so they go through as little code as possible."""
        resources = self.resources
        session = await procedure.context.load_session(resources, request)
        if procedure.heavy and session is not None:
            async with resources.heavy_calls.slot(share_of(session)):
                return await self.read_as(session, procedure, request, arguments, names)
        return await self.read_as(session, procedure, request, arguments, names)

    async def read_as(
        self,
        session: Session | None,
        procedure: Procedure,
        request: RequestInfo,
        arguments: dict[str, Any],
        names: frozenset[str],
    ) -> bytes:
        resources = self.resources
        pool = resources.pool_for_calls
        # A session's last use is written now and then, which only the primary can do.
        if procedure.from_replica and resources.replica.fresh and session and not session.touch_due:
            pool = resources.replica.pool
        db = pool.try_acquire() or await pool.acquire()
        try:
            context = await procedure.authorize(
                db, resources.clock.now(), resources, request, session
            )
            if pool is resources.replica.pool:
                context.complete_until = resources.replica.complete_until
            data = await procedure.handler(context, **arguments)
            data = show_to(context, procedure, data, names)
            if procedure.heavy:
                answer = await encode_reply_in_turns(data, names)
            else:
                answer = encode_reply(data, names)
        except BaseException as error:
            pool.release(db, error)
            if isinstance(error, Fault):
                procedure.check_declared(error)
            raise
        pool.release(db, None)
        return answer

    async def write(
        self,
        procedure: Procedure,
        request: RequestInfo,
        arguments: dict[str, Any],
        names: frozenset[str],
        raw: bytes,
    ) -> bytes:
        resources = self.resources
        async with resources.passwords.queue.slot() if procedure.hashes else nullcontext():
            session = await procedure.context.load_session(resources, request)
            is_limited = procedure.heavy and session is not None
            async with (
                resources.heavy_calls.slot(share_of(session)) if is_limited else nullcontext(),
                resources.pool_for_calls.connection() as db,
                db.transaction() if procedure.atomic else nullcontext(),
            ):
                now = resources.clock.now()
                context = await procedure.authorize(db, now, resources, request, session)
                return await run_once(procedure, context, arguments, names, raw)


def share_of(session: Session) -> Hashable:
    """The owner whose share of the slots a heavy call takes: a publisher or a member of staff."""
    return session.publisher_id or (session.publisher_id, session.account_id)


def log_call(
    event: str, path: str, code: int, started: float, request_id: str, trace: Trace | None
) -> None:
    ms = round((perf_counter() - started) * 1000, 1)
    traced = {"trace_id": trace.id} if trace else {}
    log.info(event, path=path[:LOGGED_PATH], code=code, ms=ms, request_id=request_id, **traced)
