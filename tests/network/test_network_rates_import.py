"""Rates come from a file, by the call and by the command."""

import asyncio
import os
import sys
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from secrets import token_hex
from typing import Any

import pytest

from rpc import Code
from tests.support.orders.orders import deal
from tests.support.portal import Portal

D = Decimal


async def import_content(portal: Portal, content: str, **more: Any) -> list[dict[str, Any]]:
    given = {"content": content, **more}
    answer = await portal.ok("/network/rates_import", await portal.operator(), attributes=given)
    rows: list[dict[str, Any]] = answer["list"]
    return rows


async def list_rates(portal: Portal, base: str, quote: str) -> list[tuple[str, Decimal, bool]]:
    async with portal.db() as db:
        rows = await db.fetch(
            "select day::text, rate, derived from currency_rate where base = $1 and quote = $2 order by day",
            *(base, quote),
        )
    return [tuple(row) for row in rows]


class TestRatesImport:
    async def test_valid_exchange_rates_of_a_file_are_saved_and_invalid_ones_reported(
        self, portal: Portal
    ) -> None:
        content = "\ufeff" + "\r\n".join(
            [
                "day;base;quote;rate",
                "1997-03-01;VES;BOB;1.5",
                "1997-03-02;VES;BOB;1.6",
                "1997-03-03;VES;BOB;160",
                "1997-03-04;VES;BOB;1.55",
                "1997-03-01;VES;BOB;1.7",
                "1997-03-01;VES;XYZ;1",
                "1997-02-30;VES;BOB;1",
                "1997-03-05;VES;BOB",
                "1997-03-05;VES;BOB;0",
            ]
        )

        lines = await import_content(portal, content)

        assert [line["line"] for line in lines] == [*range(2, 11)]
        reasons = [line["reason"] for line in lines]
        assert reasons[0] is reasons[1] is reasons[3] is None
        for reason, says in zip(
            (reasons[2], *reasons[4:]),
            ("differs by more than a fifth", "line 2", "`quote`", "day", "cells", "`rate`"),
            strict=True,
        ):
            assert says in reason
        assert await list_rates(portal, "VES", "BOB") == [
            ("1997-03-01", D("1.5"), False),
            ("1997-03-02", D("1.6"), False),
            ("1997-03-04", D("1.55"), False),
        ]
        assert (await list_rates(portal, "BOB", "VES"))[1] == ("1997-03-02", D("0.625"), True)
        again = await import_content(
            portal, "day,base,quote,rate\n1997-03-03,VES,BOB,160\n", confirm=True
        )
        assert again[0]["reason"] is None

    async def test_exchange_rate_file_of_the_central_bank_is_read_unchanged(
        self, portal: Portal
    ) -> None:
        content = "Date, ISK, MKD, CYP, \n1996-05-02,71.9,61.5,N/A,\n1996-05-03,71.8,61.6,,\n"

        lines = await import_content(portal, content)

        assert {line["reason"] for line in lines} == {None}
        assert len(lines) == 4
        assert [row[:2] for row in await list_rates(portal, "EUR", "MKD")] == [
            ("1996-05-02", D("61.5")),
            ("1996-05-03", D("61.6")),
        ]

    async def test_imported_cross_rates_apply_to_waiting_orders(self, portal: Portal) -> None:
        it = await deal(portal, publisher={"currency": "MDL"})
        await it.report(it.order("100.00", currency="MKD"))
        today = portal.resources.clock.now().date()

        await import_content(portal, f"Date,MKD,MDL\n{today - timedelta(days=2)},61.5,20.1\n")
        await portal.work()

        [order] = await it.rows("conversion")
        assert order["rate"] == (D("20.1") / D("61.5")).quantize(D("1e-18"))
        assert order["report_amount"] == D("32.68")
        async with portal.db() as db:
            await db.execute("delete from currency_rate where day = $1", today - timedelta(days=2))

    @pytest.mark.parametrize(
        ("content", "says"),
        [
            ("day,base,rate\n2020-01-01,GBP,1\n", "columns"),
            ("day,base,quote,rate\n", "no rates"),
            ("Date,USD\n", "no rates"),
            ('day,base,quote,rate\n"1', "CSV"),
            ("Date,USD\n" + "2020-01-01,1.1\n" * 10_001, "10,000 at most"),
        ],
    )
    async def test_file_without_exchange_rates_is_refused(
        self, portal: Portal, content: str, says: str
    ) -> None:
        reply = await portal.refuses(
            Code.REQUEST_INVALID,
            "/network/rates_import",
            await portal.operator(),
            attributes={"content": content},
        )
        assert says in reply.message

    async def test_import_rates_command_refuses_an_unusual_rate_without_confirmation(
        self, portal: Portal, tmp_path: Path
    ) -> None:
        file = tmp_path / "rates.csv"
        outcomes = []
        for rate, options in (("1.5", ()), ("150", ()), ("150", ("--confirm",))):
            file.write_text(f"day,base,quote,rate\n1995-01-01,HNL,GTQ,{rate}\n")
            outcomes.append(await self.run(portal, tmp_path, str(file), *options))
        assert [status for status, _ in outcomes] == [0, 1, 0]
        assert "differs by more than a fifth" in outcomes[1][1]
        assert "1 rates: 1 saved, 0 refused" in outcomes[2][1]

    async def run(self, portal: Portal, folder: Path, *arguments: str) -> tuple[int, str]:
        environment = os.environ | {
            "DATABASE_URL": portal.resources.database_url,
            "SECRET_KEY": token_hex(32),
            "DATA_DIR": str(folder / "data"),
        }
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "handlers", "import-rates", *arguments),
            env=environment,
            stdout=asyncio.subprocess.PIPE,
        )
        printed, _ = await process.communicate()
        assert process.returncode is not None
        return process.returncode, printed.decode()
