"""Files of decisions: many orders approved and rejected at once, each line on its own."""

from typing import Any

from schema.core.errors import Code
from tests.network.imports.test_orders_import import info, refused_lines, upload_file
from tests.support.orders.orders import Deal, deal
from tests.support.portal import Portal, unique


async def import_decisions(it: Deal, content: str | bytes) -> dict[str, Any]:
    operator = await it.portal.new_operator()
    file = await upload_file(it.portal, operator, content)
    given = {"file_url": file["url"], "name": "decisions.csv"}
    queued = await it.portal.ok("/network/decisions_import", operator, attributes=given)
    await it.portal.work()
    return await info(it.portal, operator, queued["id"])


class TestDecisions:
    async def test_each_line_of_a_decision_file_is_decided_separately(self, portal: Portal) -> None:
        it = await deal(portal)
        orders = [it.order("10.00"), it.order("20.00"), it.order("30.00"), it.order("40.00")]
        made = await it.report(*orders)
        oids = [row["oid"] for row in made]
        mcid = it.brand.mcid
        content = "oid,mcid,order_id,status,reason_code\n" + "\n".join(
            (
                f"{oids[0]},,,approved,",
                f",{mcid},{orders[1]['order_id']},Rejected,item_returned",
                f"{oids[2]},,,Rejected,",
                f"{oids[2]},,,Pending,",
                "999999999,,,Approved,",
                f",{mcid},{unique('none')},Approved,",
                f",{unique('brand')},{orders[2]['order_id']},Approved,",
                f"{oids[0]},,,Rejected,other",
                ",,,Approved,",
                "twelve,,,Approved,",
                f"{oids[3]},,,Approved",
                f"{oids[3]},,,Rejected,no_such_reason",
                f"{oids[3]},,,Later,",
                f"{oids[3]},,,,",
            )
        )

        done = await import_decisions(it, content)

        assert (done["status"], done["kind"]) == (2, "decisions")
        assert (done["lines"], done["updated"], done["unchanged"], done["refused"]) == (
            14,
            2,
            0,
            12,
        )
        reasons = await refused_lines(portal, done["id"])
        expected = {
            4: "reason_code is required to reject",
            5: "must be Approved or Rejected",
            6: "there is no such order",
            7: "there is no such order",
            8: "there is no such order",
            9: "is already on line 2",
            10: "oid is empty",
            11: "oid must be the number of an order",
            12: "has 4 cells where the header has 5",
            13: "reason_code must be one of order_cancelled, item_returned",
            14: "status must be Approved or Rejected",
            15: "status must be Approved or Rejected",
        }
        assert reasons.keys() == expected.keys()
        assert {n: reason for n, reason in reasons.items() if expected[n] not in reason} == {}
        rows = await it.rows("conversion", "oid")
        assert [row["status"] for row in rows] == ["Approved", "Rejected", "Pending", "Pending"]
        await it.check_figures()

        again = await import_decisions(it, content + "\n")
        assert (again["updated"], again["unchanged"], again["refused"]) == (0, 2, 12)

    async def test_decision_file_without_the_required_columns_is_refused(
        self, portal: Portal
    ) -> None:
        operator = await portal.new_operator()
        for head, why in (
            ("oid,reason_code", "there is no column 'status'"),
            ("status,mcid", "there is no column 'oid'"),
            ("oid,status,amount", "the column 'amount' is unknown"),
            ("oid,oid,status", "appears twice"),
        ):
            file = await upload_file(portal, operator, f"{head}\n1,Approved,\n")
            given = {"file_url": file["url"], "name": "decisions.csv"}
            answer = await portal.refuses(
                Code.REQUEST_INVALID, "/network/decisions_import", operator, attributes=given
            )
            assert why in answer.message
