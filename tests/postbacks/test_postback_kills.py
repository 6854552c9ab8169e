"""Workers killed while sending: nothing is lost, and repeats have the same ID (trust.md T4, small form)."""

from pathlib import Path

from tests.conftest import MakeDatabase
from tests.support.postbacks.counting import (
    Counts,
    expected_keys,
    report_and_kill,
    subscribe,
    wait_until_sent,
)
from tests.support.postbacks.receiver import run_receiver
from tests.support.postbacks.sender import send
from tests.support.process.fork_server import Forked, fork_context
from tests.support.server import serve

ORDERS, KILLS, WORKERS = 500, 20, 2


async def test_a_thousand_deliveries_survive_twenty_kills(
    make_database: MakeDatabase, tmp_path: Path
) -> None:
    url, counts = make_database(), Counts()
    environment = {"DATA_DIR": str(tmp_path), "DEMO": "1", "PUBLIC_URL": "http://portal.test"}
    async with serve(url, tmp_path) as portal, run_receiver(counts.answer) as receiver:
        deals = await subscribe(portal, receiver.url, publishers=3)
        context = fork_context()
        workers = [Forked(context, send, url, environment) for _ in range(WORKERS)]
        try:
            await report_and_kill(deals, workers, counts, orders=ORDERS, kills=KILLS)
            counts.refusing = False
            waiting = await wait_until_sent(portal, deals)
        finally:
            for worker in workers:
                worker.end()
        wanted = await expected_keys(portal, deals)
    assert len(wanted) == 2 * ORDERS
    assert waiting == 0
    assert counts.accepted.keys() == wanted
    assert counts.again <= 0.15 * len(wanted)
    assert len(counts.refused) > 10  # they came again
    assert sum(worker.starts for worker in workers) == WORKERS + KILLS
