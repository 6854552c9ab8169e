"""The queue's first check of its listener is received, however long its connection takes to open."""

import asyncio

from pgqueuer import PgQueuer
from pgqueuer.core.qm import QueueManager

from rpc.jobs.worker import ListeningDriver
from rpc.process.resources import Resources
from tests.support.timing import no_hang

CHANNEL = "test_listening_driver"
SLOWLY = 0.5


class SlowDriver(ListeningDriver):
    """Its connection takes a while, as on a machine that has just been started."""

    async def add_listener(self, channel, callback):
        await asyncio.sleep(SLOWLY)
        await super().add_listener(channel, callback)


async def test_notification_of_a_job_sent_before_the_worker_listens_is_received(
    resources: Resources,
) -> None:
    payloads: list[str | bytes | bytearray] = []
    driver = ListeningDriver(resources.pool)
    async with driver:
        sending = asyncio.create_task(driver.notify(CHANNEL, "early"))
        await asyncio.sleep(SLOWLY)
        await driver.add_listener(CHANNEL, payloads.append)
        await sending
        async with no_hang():
            while not payloads:
                await asyncio.sleep(0.02)
    assert payloads == ["early"]


async def test_first_liveness_check_of_a_queues_listener_is_answered(
    resources: Resources, monkeypatch
) -> None:
    answered: list[object] = []
    check = QueueManager.listener_healthy

    async def listener_healthy(queue, **_):
        answered.append(await check(queue))

    monkeypatch.setattr(QueueManager, "listener_healthy", listener_healthy)
    queue = PgQueuer(SlowDriver(resources.pool)).qm
    running = asyncio.create_task(queue.run(shutdown_on_listener_failure=True))
    async with no_hang():
        while not answered and not running.done():
            await asyncio.sleep(0.02)
    queue.shutdown.set()
    await running
    assert answered
