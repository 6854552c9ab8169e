"""An import whose job was given up counts as failed, and its file can be imported again."""

from typing import Any

from handlers.network.imports.imports import sweep_imports
from rpc import Code
from rpc.calls.context import Worker
from schema.core.envelope import Nothing
from tests.network.imports.test_orders_import import HEADER, info, make_mapping, upload_file
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal, Someone, unique


async def queue(it: Deal, operator: Someone) -> tuple[dict[str, Any], dict[str, Any]]:
    """A file of one order whose import is queued, and its request."""
    file = await upload_file(it.portal, operator, HEADER + f"{unique('o')},10.00,,GB\n")
    given = {"file_url": file["url"], "name": "orders.csv", "mapping": make_mapping(it)}
    return given, await it.portal.ok("/network/orders_import", operator, attributes=given)


async def sweep(portal: Portal) -> None:
    async with portal.db() as db:
        worker = Worker(db=db, now=portal.resources.clock.now(), resources=portal.resources)
        await sweep_imports.handler(worker, Nothing())


class TestSweepImports:
    async def test_import_without_a_job_fails_and_can_be_requested_again(
        self, portal: Portal
    ) -> None:
        it, operator = await deal(portal), await portal.new_operator()
        given, queued = await queue(it, operator)
        async with portal.db() as db:
            await db.execute(
                "update order_import set status = 1 where import_id = $1", queued["id"]
            )
            await db.execute("delete from pgqueuer where entrypoint = '/network/import_orders'")
        path = "/network/orders_import"
        await portal.refuses(Code.DOWNLOAD_DUPLICATE, path, operator, attributes=given)

        await sweep(portal)

        gone = await info(portal, operator, queued["id"])
        assert (gone["status"], "import the file again" in gone["error"]) == (3, True)
        again = await portal.ok(path, operator, attributes=given)
        await portal.work()
        assert (await info(portal, operator, again["id"]))["created"] == 1
        await it.check_figures()

    async def test_queued_import_with_a_job_is_left_alone(self, portal: Portal) -> None:
        it, operator = await deal(portal), await portal.new_operator()
        _, queued = await queue(it, operator)

        await sweep(portal)

        assert (await info(portal, operator, queued["id"]))["status"] == 0
        await portal.work()
        assert (await info(portal, operator, queued["id"]))["status"] == 2
