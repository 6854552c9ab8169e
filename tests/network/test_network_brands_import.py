"""Many brands come from a file, by the call and by the command."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from handlers.cli.arguments import ArgumentError
from handlers.cli.imports import import_brands
from handlers.network.brands.brands_file import BrandFileLine
from rpc import Code, Rule
from rpc.process.resources import Resources
from schema.network.brand import BrandLine
from tests.support.orders.brands import STANDARD, draft, group, saved_line
from tests.support.portal import Portal, unique

HEADER = "mcid,name,site_url,domains,commission,currency,categories,deep_link,cookie_days"


async def import_content(
    portal: Portal, content: str
) -> list[tuple[int, str | None, str, str | None]]:
    answer = await portal.ok(
        "/network/brands_import", await portal.operator(), attributes={"content": content}
    )
    return [(r["line"], r["mcid"], r["outcome"], r["reason"]) for r in answer["list"]]


class TestBrandsImport:
    async def test_valid_lines_of_a_brand_file_are_imported_and_invalid_ones_reported(
        self, portal: Portal
    ) -> None:
        known = await portal.brand()
        new, other, bad = unique("new"), unique("other"), unique("bad")
        content = "\r\n".join(
            [
                "\ufeff" + HEADER,
                f"{new},New,https://new.example,new.example|*.new.example,7.5%,GBP,A|B,no,7",
                f'{known.mcid},"Known, again",https://k.example,k.example,3.00 GBP,GBP,,,',
                f"{bad},Bad,no url,bad.example,5%,GBP,,,",
                f"{new},Twice,https://new.example,new.example,5%,GBP,,,",
                f"{bad},Bad,https://b.example,b.example,5 EUR,GBP,,,",
                f"{bad},Bad,https://b.example,b.example,101%,GBP,,,",
                f"{bad},Bad,https://b.example,b.example,5%,XYZ,,,",
                f"{bad},Bad,https://b.example,b.example,5%,GBP,,perhaps,",
                f"{bad},Bad,https://b.example,b.example,5%,GBP,,,many",
                f"{bad},too few",
                ",No mcid,https://b.example,b.example,5%,GBP,,,",
                f"{other},Other,https://o.example,o.example,5%,,,,",
            ]
        )

        lines = await import_content(portal, content)

        assert [(line, mcid, outcome) for line, mcid, outcome, _ in lines] == [
            (2, new, "created"),
            (3, known.mcid, "updated"),
            (4, bad, "refused"),
            (5, new, "refused"),
            *((line, bad, "refused") for line in range(6, 12)),
            (12, None, "refused"),
            (13, other, "created"),
        ]
        for (*_, reason), word in zip(
            lines[2:11],
            ["site_url", "line 2", "GBP 3.00", "value", "currency", "deep_link", "cookie_days",
             "cells", "mcid"],
            strict=True,
        ):  # fmt: skip
            assert word in str(reason), (word, reason)
        async with portal.db() as db:
            row = await db.fetchrow("select * from brand where mcid = $1", new)
            made = await db.fetchval("select count(*) from brand where mcid = $1", bad)
        assert (row["domains"], row["categories"], row["deep_link"], row["cookie_days"]) == (
            ["new.example", "*.new.example"],
            ["A", "B"],
            False,
            7,
        )
        assert row["commission"] == "7.5%"
        assert (await saved_line(portal, known.mcid))[
            "commission"
        ] == "GBP\u00a03.00 per order item"
        assert made == 0

    async def test_commission_groups_are_read_from_a_json_column_of_a_brand_file(
        self, portal: Portal
    ) -> None:
        mcid = unique("json")
        groups = json.dumps([STANDARD, group(category="Shoes", value="12.5")]).replace('"', '""')
        content = (
            "mcid;name;site_url;domains;commission_groups\n"
            f'{mcid};J;https://j.example;j.example;"{groups}"\n'
            f"{mcid}-2;J;https://j.example;j.example;[oops\n"
        )

        [first, second] = await import_content(portal, content)

        assert first == (2, mcid, "created", None)
        assert second == (3, f"{mcid}-2", "refused", "`commission_groups` is not JSON")
        assert (await saved_line(portal, mcid))["commission"] == "10%\N{EN DASH}12.5%"

    async def test_brand_file_may_be_a_json_list(self, portal: Portal) -> None:
        good = draft()
        parts = [good, {**draft(mcid="x"), "mcid": "Not A Slug"}, 5, {"mcid": "y"}]
        odd = ['{"mcid": "\\u0000"}', "[" * 500 + "]" * 500, "1" * 5_000, "1e9999"]
        content = "[" + ", ".join([*map(json.dumps, parts), *odd]) + "]"

        lines = await import_content(portal, content)

        assert [(line, mcid, outcome) for line, mcid, outcome, _ in lines] == [
            (1, good["mcid"], "created"),
            (2, "Not A Slug", "refused"),
            (3, None, "refused"),
            (4, "y", "refused"),
            *((line, None, "refused") for line in range(5, 9)),
        ]

    @pytest.mark.parametrize(
        ("content", "says"),
        [
            ("mcid,name,site_url,commission\nx,X,https://x.example,5%", "no column `domains`"),
            ("mcid,name,site_url,domains\nx,X,https://x.example,x", "no column `commission`"),
            (f"{HEADER},colour\n", "column `colour` is unknown"),
            (f"{HEADER},name\n", "column `name` appears twice"),
            (HEADER, "no brand"),
            ("[]", "no brand"),
            ("[{", "not a JSON list"),
            ('["\\ud800"]', "not a JSON list"),
            (f'{HEADER}\nx,"open', "not valid CSV"),
            (f"{HEADER}\nx,Caf\ufffd", "not UTF-8 before it was sent: line 2"),
            (" ", "no column `mcid`"),
        ],
    )
    async def test_brand_file_that_cannot_be_read_is_refused_whole(
        self, portal: Portal, content: str, says: str
    ) -> None:
        reply = await portal.refuses(
            Code.REQUEST_INVALID,
            "/network/brands_import",
            await portal.operator(),
            attributes={"content": content},
        )

        assert says in reply.message
        unreadable = says in ("not a JSON list", "not valid CSV")
        assert (reply.data["rule"] == Rule.UNREADABLE) is unreadable

    async def test_five_hundred_brands_are_imported_at_once(self, portal: Portal) -> None:
        word = unique("many")
        rows = [f"{word}-{n},Many,https://m.example,m.example,5%,GBP,,," for n in range(500)]

        lines = await import_content(portal, "\n".join([HEADER, *rows]))

        assert {outcome for _, _, outcome, _ in lines} == {"created"}
        assert (
            await portal.value("select count(*) from brand where mcid like $1", f"{word}-%") == 500
        )


def many_brands(folder: Path, count: int) -> Path:
    """A file with a number of new brands, whose mcids begin with its name."""
    word = unique("many")
    rows = [f"{word}-{n},Many,https://m.example,m.example,5%,GBP,,," for n in range(count)]
    file = folder / f"{word}.csv"
    file.write_text("\n".join([HEADER, *rows]))
    return file


class TestImportBrands:
    async def test_import_brands_command_prints_each_refused_line(
        self, portal: Portal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        new = unique("command")
        file = tmp_path / "brands.csv"
        file.write_text(f"{HEADER}\n{new},N,https://n.example,n.example,5%,,,,\nx,X,y,z,5%,,,,\n")

        with pytest.raises(SystemExit, match="1"):
            await import_brands.run(file, portal.resources)

        refused, total = capsys.readouterr().out.splitlines()[-2:]
        assert refused.startswith("line 3: brand 'x' refused: `site_url`")
        assert total == "2 lines: 1 created, 0 updated, 1 refused"
        assert await portal.value("select count(*) from brand where mcid = $1", new) == 1

    async def test_import_brands_halves_its_batch_size_after_a_slow_batch(
        self,
        portal: Portal,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        sizes = []
        save_part = import_brands.save_part

        async def slow(resources: Resources, part: Sequence[BrandFileLine]) -> list[BrandLine]:
            sizes.append(len(part))
            clock[0] += 3 if len(part) > 100 else 0.1
            return await save_part(resources, part)

        clock = [0.0]
        monkeypatch.setattr(import_brands, "monotonic", lambda: clock[0])
        monkeypatch.setattr(import_brands, "PART_LARGEST", 400)
        monkeypatch.setattr(import_brands, "save_part", slow)

        await import_brands.run(many_brands(tmp_path, 1_000), portal.resources)

        assert sizes == [400, 200, 100, 200, 100]
        assert capsys.readouterr().out.splitlines()[-1].startswith("1000 lines: 1000 created")

    async def test_failed_batch_of_brands_is_retried_in_halves_and_no_line_is_lost(
        self,
        portal: Portal,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        save_part = import_brands.save_part

        async def failing(resources: Resources, part: Sequence[BrandFileLine]) -> list[BrandLine]:
            outcomes = await save_part(resources, part[:1]) if len(part) > 200 else []
            if outcomes:
                raise TimeoutError
            return await save_part(resources, part)

        monkeypatch.setattr(import_brands, "save_part", failing)
        file = many_brands(tmp_path, 500)

        await import_brands.run(file, portal.resources)

        word = file.stem
        assert (
            await portal.value("select count(*) from brand where mcid like $1", f"{word}-%") == 500
        )
        progress = capsys.readouterr().err.splitlines()
        assert progress[-1] == "500 of 500 lines"
        assert len(progress) > 1

    async def test_abandoned_import_of_brands_prints_the_line_to_resume_from(
        self,
        portal: Portal,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        save_part, saved = import_brands.save_part, [0]

        async def breaking(resources: Resources, part: Sequence[BrandFileLine]) -> list[BrandLine]:
            if saved[0] == 20:
                raise TimeoutError
            saved[0] += len(part)
            return await save_part(resources, part)

        file = many_brands(tmp_path, 50)
        with monkeypatch.context() as broken:
            broken.setattr(import_brands, "PART_LARGEST", 10)
            broken.setattr(import_brands, "save_part", breaking)
            with pytest.raises(ArgumentError, match=r"before line 22 are saved; .*--from-line 22"):
                await import_brands.run(file, portal.resources)
        capsys.readouterr()

        await import_brands.run(file, portal.resources, from_line=22)

        assert "30 lines: 30 created" in capsys.readouterr().out

    async def test_import_brands_command_ends_with_0_if_no_line_was_refused(
        self, portal: Portal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "brands.csv"
        file.write_text(f"{HEADER}\n{unique('fine')},N,https://n.example,n.example,5%,,,,\n")

        await import_brands.run(file, portal.resources)

        assert "0 refused" in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("raw", "says"),
        [(b"mcid\nCaf\x81", "line 2, byte 4 .0x81. is neither UTF-8"), (None, "cannot read")],
    )
    async def test_import_brands_command_refuses_an_unreadable_file(
        self, portal: Portal, tmp_path: Path, raw: bytes | None, says: str
    ) -> None:
        file = tmp_path / "brands.csv"
        if raw is not None:
            file.write_bytes(raw)

        with pytest.raises(ArgumentError, match=says):
            await import_brands.run(file, portal.resources)
