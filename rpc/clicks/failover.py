"""While the database is unreachable, recently used links still redirect, and their clicks wait in a journal."""

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import structlog

import sql.clicks.file_clicks
import sql.clicks.replay
import sql.core.clock
from rpc.clicks import journal_file
from rpc.clicks.click_factory import ClickFactory
from rpc.clicks.journal import Journal
from rpc.clicks.link_cache import LinkCache
from rpc.clicks.visit import Visit
from rpc.monitoring.metrics import CLICKS
from schema.clicks.click import Verdict
from schema.core.errors import Code, Fault
from schema.core.ids import format_click_ref
from schema.core.sandbox import is_live
from sql.clicks.click import DUPLICATE_REASON, Click
from sql.core.clock import CONNECTION_LOST, NODE_LOST, RETRYABLE
from sql.core.db import Connection, Pool, pooled_connection

log = structlog.get_logger()

WRITERS = 2
"""How many batches of clicks may be written at once."""
POLL_SECONDS = 1.0
"""How often to check whether the database is back."""
BATCH_SIZE = 1_000
LARGE = 100_000
"""While more bytes than this of a journal are left, visits are served during the replay; then they wait for its end."""
RETRIED_ERRORS = CONNECTION_LOST + NODE_LOST + RETRYABLE


class ClickFailover:
    """Takes the place of the database while it is unreachable, and replays the clicks afterwards.

    One failure activates it for everybody, so that nobody waits for a server that is known to be unreachable.
    """

    def __init__(
        self, pool: Pool, clicks: ClickFactory, link_cache: LinkCache, folder: Path
    ) -> None:
        self.active = False
        self.writers = asyncio.Semaphore(WRITERS)
        """Held while clicks are written, so that the last of the journal is replayed before the next click."""
        self._pool = pool
        self._clicks = clicks
        self._link_cache = link_cache
        self._journal = Journal(folder)
        self._reserving = False

    @asynccontextmanager
    async def exclusive(self) -> AsyncIterator[None]:
        """Wait until no clicks are being written, and block further writes."""
        async with AsyncExitStack() as turns:
            for _ in range(WRITERS):
                await turns.enter_async_context(self.writers)
            yield

    @property
    def has_reserve(self) -> bool:
        """Whether clicks can be kept even when the disk is full."""
        return self._journal.has_reserve

    async def set_aside(self) -> None:
        """Reserve disk space for the clicks of a web process."""
        self._reserving = True
        try:
            await self._journal.set_aside()
        except OSError as error:
            log.error("no disk space could be reserved for clicks", error=repr(error))

    def close(self) -> None:
        """Leave the journal and the reserved space for the next process."""
        self._journal.end()

    def begin(self, error: BaseException) -> None:
        if not self.active:
            log.warning("database unavailable, clicks go to the journal", error=repr(error))
        self.active = True

    async def record(self, visits: Sequence[Visit]) -> list[str | Fault]:
        """Write the clicks to the journal. Returns each visit's target, or a Fault for a link not served recently.

        Clicks of sandboxes are not kept: their links do not lead on while the database is away.
        """
        clicks: list[Click] = []
        targets: list[str | Fault] = []
        for visit in visits:
            lead = self._link_cache.find_recent(visit.code)
            if lead is None or not is_live(lead.route.publisher_id):
                targets.append(Fault(Code.UNAVAILABLE, wait=2))
                continue
            click = self._clicks.click(visit, lead)
            clicks.append(click)
            targets.append(lead.redirect_url(format_click_ref(click.click_id)))
        try:
            await self._journal.append(clicks)
        except OSError as error:
            log.error("the journal cannot be written", error=repr(error))
            return [Fault(Code.UNAVAILABLE, wait=2)] * len(visits)
        return targets

    async def replay_forever(self) -> None:
        """Replay clicks until cancelled: our own once the database is back, and those that ended processes left."""
        while True:
            try:
                await self._replay_files()
                if self.active:
                    await self._return_to_database()
            except CONNECTION_LOST as error:
                log.info("clicks wait for the database", error=repr(error))
            except Exception as error:
                log.error("clicks wait in the journal", exc_info=error)
            await asyncio.sleep(POLL_SECONDS)

    async def _return_to_database(self) -> None:
        """Go back to the database once the journal is empty."""
        async with pooled_connection(self._pool, seconds=2) as db:
            await sql.core.clock.now(db)
        while self._journal.size - self._journal.replayed > LARGE:
            # A file that cannot be read is set aside below, while nobody writes to it.
            if not await self._replay_batches(self._journal.pending_batches(BATCH_SIZE)):
                break
        async with self.exclusive():
            await self._replay_files()
            await self._replay_journal()
            self._journal.finish()
            self.active = False
        log.warning("database available again")
        if self._reserving:
            await self.set_aside()

    async def _replay_journal(self) -> None:
        """Replay what this process wrote, and continue with its file."""
        if not await self._replay_batches(self._journal.pending_batches(BATCH_SIZE)):
            log.error("a journal is set aside", file=str(self._journal.set_unreadable()))

    async def _replay_files(self) -> None:
        """Replay the files of processes that ended, and files that were full."""
        for path in journal_file.pending_files(self._journal.folder):
            with journal_file.claim(path) as file:
                if file is None:
                    continue
                if await self._replay_batches(journal_file.read_batches(file, BATCH_SIZE)):
                    journal_file.release(path, file)
                else:
                    log.error("a journal is set aside", file=str(journal_file.set_unreadable(path)))

    async def _replay_batches(self, batches: Iterable[list[Click]]) -> bool:
        """Add clicks to the database; False if they cannot be read. Raises errors that may not occur again."""
        count = 0
        try:
            for clicks in batches:
                count += await self._replay_batch(clicks)
        except Exception as error:
            # A click replayed already is known by its id. asyncpg raises ValueError for a bad value, too.
            if isinstance(error, RETRIED_ERRORS) and not isinstance(error, ValueError):
                raise
            log.error("a journal cannot be read", exc_info=error)
            return False
        if count:
            log.warning("journal replayed", clicks=count)
        return True

    async def _replay_batch(self, clicks: list[Click]) -> int:
        async with pooled_connection(self._pool) as db, db.transaction():
            return await replay(db, clicks)


async def replay(db: Connection, clicks: list[Click]) -> int:
    """Add the clicks that the database does not have yet; returns their number."""
    await sql.clicks.file_clicks.lock(db, {click.publisher_id for click in clicks})
    valid = [click for click in clicks if click.verdict == Verdict.VALID.value]
    repeating = await sql.clicks.replay.find_repeats(db, valid)
    judged = [
        click._replace(verdict=Verdict.DUPLICATE.value, verdict_reason=DUPLICATE_REASON)
        if click.click_id in repeating
        else click
        for click in clicks
    ]
    added = await sql.clicks.replay.add(db, judged)
    new = [click for click in judged if (click[0], click[1], click[2]) in added]
    for click in new:
        CLICKS.add(click.verdict)
    return len(new)
