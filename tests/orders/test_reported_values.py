"""Values sent by shops, read alike by every source: countries, currencies, amounts, order and item numbers."""

import sys
from collections.abc import Iterator
from decimal import Decimal
from unicodedata import category

import pytest

from schema.core.money import format_money
from schema.orders.reported_values import BLANK, INVISIBLE, identity
from sql.orders.order_directory import BY_IDENTITY
from tests.support.orders.orders import deal, respell
from tests.support.portal import Portal, unique

D = Decimal


class TestCountry:
    @pytest.mark.parametrize(
        ("sent", "stored"),
        [
            *(
                ("gb", "GB"),
                ("UK", "GB"),
                ("EL", "GR"),
                ("XK", "XK"),
                ("GBR", "GB"),
                (" de ", "DE"),
            ),
            *(("Russia", "RU"), ("The Netherlands", "NL"), ("Turkiye", "TR"), ("Kosovo", "XK")),
            *(("Côte d’Ivoire", "CI"), ("SOUTH KOREA", "KR"), ("U.S.A.", "US"), ("Viet Nam", "VN")),
            *(("T1", None), ("", None), ("EU", None), ("Channel Islands", None), ("A1", None)),
        ],
    )
    async def test_country_of_an_order_is_recognised_by_code_or_name(
        self, portal: Portal, sent: str, stored: str | None
    ) -> None:
        it = await deal(portal)

        [row] = await it.report(it.order(country=sent))

        assert (row["outcome"], row["warnings"]) == ("created", [])
        [order] = await it.rows("conversion")
        assert order["country"] == stored

    async def test_order_with_an_unknown_country_is_accepted_with_a_warning(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)

        [row] = await it.report(it.order(country="Narnia"))

        assert row["outcome"] == "created"
        assert row["warnings"] == [
            "`country` 'Narnia' is not known, so it is left out; send a code such as GB"
        ]
        [order] = await it.rows("conversion")
        assert order["country"] is None

    async def test_unknown_country_does_not_replace_the_country_of_the_click(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)

        await it.report(it.order(country="T1", code=None, click_ref=await it.click()))

        [order] = await it.rows("conversion")
        assert order["country"] == "GB"


class TestCurrency:
    @pytest.mark.parametrize("sent", ["gbp", " GBP ", "Gbp", "GBP\u200b"])
    async def test_currency_of_an_order_is_read_in_any_letter_case_and_trimmed(
        self, portal: Portal, sent: str
    ) -> None:
        it = await deal(portal)
        order = it.order()

        assert await it.outcomes(order, it.order(currency=sent)) == ["created", "created"]
        assert await it.outcomes({**order, "currency": sent}) == ["unchanged"]

        assert {row["currency"] for row in await it.rows("conversion")} == {"GBP"}

    async def test_withdrawn_currency_is_refused_for_an_order_after_its_withdrawal(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)

        reason = await it.reason(it.order(currency="HRK", order_time="2023-01-01T12:00:00Z"))

        assert reason.startswith(
            "`currency` 'HRK' was withdrawn after 2022-12-31; send the currency"
        )

    async def test_withdrawn_currency_is_accepted_when_an_old_order_is_corrected(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        async with portal.db() as db:
            await db.execute(
                "insert into currency_rate (base, quote, day, rate) values ('HRK', 'GBP', '2022-12-30', 0.117)"
                " on conflict do nothing"
            )
        order = it.order("100.00", currency="hrk", order_time="2022-12-31T12:00:00Z")
        assert await it.outcomes(order) == ["created"]
        del order["order_time"], order["code"]

        assert await it.outcomes({**order, "items": [{"amount": "80.00"}]}) == ["updated"]

        [stored] = await it.rows("conversion")
        assert (stored["currency"], stored["sale_amount"]) == ("HRK", D("80.00"))
        assert stored["report_currency"] == "GBP"


class TestAmount:
    @pytest.mark.parametrize(
        ("sent", "stored"),
        [(29.949999999999999, "29.95"), (0.1 + 0.2, "0.30"), (1234567.1 + 0.2, "1234567.30")],
    )
    async def test_floating_point_remainder_of_an_amount_is_rounded_off(
        self, portal: Portal, sent: float, stored: str
    ) -> None:
        it = await deal(portal)
        order = it.order()

        await it.report({**order, "items": [{"amount": sent}]})
        again = await it.outcomes({**order, "items": [{"amount": repr(sent)}]})

        [item] = await it.rows("conversion_item")
        assert (item["sale_amount"], again) == (D(stored), ["unchanged"])

    @pytest.mark.parametrize(
        ("sent", "currency"),
        [("29.949", "GBP"), ("29.9499999", "GBP"), ("0.0000000001", "GBP"), ("100.5", "JPY")],
    )
    async def test_amount_with_more_decimals_than_the_currency_is_refused(
        self, portal: Portal, sent: str, currency: str
    ) -> None:
        it = await deal(portal)

        reason = await it.reason(it.order(sent, currency=currency))

        assert reason.startswith(
            f"`items[0].amount` '{D(sent)}' has more decimals than {currency} has"
        )


IDENTITY = (
    f"btrim(regexp_replace(normalize(regexp_replace(order_id, '[{INVISIBLE}]', '', 'g'), NFC),"
    f" '[{BLANK}]', ' ', 'g'))"
)
"""What identity() does, as the database says it."""


class TestUnusualAmount:
    @pytest.mark.parametrize(
        ("amount", "currency", "told"),
        [
            *(
                ("999999999999.99", "GBP", True),
                ("1000000", "GBP", True),
                ("999999.99", "GBP", False),
            ),
            *(("25000000", "JPY", False), ("1000000000", "JPY", True)),
        ],
    )
    async def test_unusual_amount_is_accepted_with_a_warning(
        self, portal: Portal, amount: str, currency: str, told: bool
    ) -> None:
        it = await deal(portal)
        async with portal.db() as db:
            await db.execute(
                "insert into currency_rate (base, quote, day, rate) values ('JPY', 'GBP', '2026-01-01', 0.005)"
                " on conflict do nothing"
            )

        [row] = await it.report(it.order(amount, currency=currency))

        assert row["outcome"] == "created"
        assert [words.split(" is ")[0] for words in row["warnings"]] == (
            [f"`items[0].amount` {format_money(D(amount), currency)}"] if told else []
        )


LOOK_ALIKES = ["{}", " {}", "{} ", "\u00a0{}", "{}\u200b", "\ufeff{}", "\t{}\n", "{}\u3000"]


class TestIdentity:
    @pytest.mark.parametrize("form", LOOK_ALIKES)
    async def test_order_number_with_look_alike_characters_is_the_same_order(
        self, portal: Portal, form: str
    ) -> None:
        it = await deal(portal)
        number = unique("1001")
        await it.report(it.order(order_id=number))

        [row] = await it.report(it.order("12.00", order_id=form.format(number)))

        assert (row["outcome"], row["order_id"]) == ("updated", form.format(number))
        [order] = await it.rows("conversion")
        assert (order["order_id"], order["sale_amount"]) == (number, D("12.00"))

    async def test_order_number_in_composed_and_decomposed_unicode_is_the_same_order(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        number = unique("caf")
        assert await it.outcomes(it.order(order_id=f"{number}é")) == ["created"]

        assert await it.outcomes(it.order(order_id=f"{number}e\u0301")) == ["unchanged"]

    async def test_order_number_in_another_letter_case_is_another_order(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        number = unique("Ab")

        assert await it.outcomes(it.order(order_id=number), it.order(order_id=number.upper())) == [
            "created",
            "created",
        ]

    async def test_look_alike_order_numbers_in_one_report_are_one_order(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        number = unique("1001")

        first, second = await it.report(it.order(order_id=number), it.order(order_id=f" {number}"))

        assert first["outcome"] == "created"
        assert second["reason"].startswith("`order_id` appears twice in this report")

    async def test_order_number_of_invisible_characters_is_refused(self, portal: Portal) -> None:
        it = await deal(portal)

        assert await it.reason(it.order(order_id="\u200b\u00a0")) == (
            "`order_id` is empty; send the order's number"
        )

    async def test_order_stored_before_numbers_were_normalised_is_found_and_keeps_its_spelling(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        number = unique("1001")
        order = it.order(order_id=number)
        await it.report(order)
        await respell(portal, it.brand.mid, number, f"\u00a0{number} ")

        assert await it.outcomes(order) == ["unchanged"]
        assert await it.outcomes({**order, "order_id": f"{number}\u200b"}) == ["unchanged"]

        [stored] = await it.rows("conversion")
        assert stored["order_id"] == f"\u00a0{number} "

    async def test_exact_order_number_takes_precedence_over_stored_look_alikes(
        self, portal: Portal
    ) -> None:
        it = await deal(portal)
        number = unique("1001")
        await it.report(it.order("10.00", order_id=number))
        await respell(portal, it.brand.mid, number, f"{number} ")
        async with portal.db() as db:  # as a process of the release before would have written it
            await db.execute(
                "insert into order_directory select mid, $2, publisher_id, oid + 1000000000, reported_at"
                "  from order_directory where mid = $1",
                it.brand.mid,
                f" {number}",
            )
        old = it.order("11.00", order_id=f"{number} ")

        assert await it.outcomes(old) == ["updated"]
        assert await it.outcomes({**old, "order_id": number}) == ["unchanged"]  # the oldest

    async def test_python_and_the_database_normalise_every_character_of_an_order_number_alike(
        self, portal: Portal
    ) -> None:
        texts = [*sample_texts()]
        async with portal.db() as db:
            rows = await db.fetch(
                f"select order_id, {IDENTITY} from unnest($1::text[]) as given (order_id)", texts
            )

        assert [text for text, read in rows if read != identity(text)] == []
        assert len(rows) == len(texts)

    async def test_lookup_by_normalised_order_number_uses_its_index(self, portal: Portal) -> None:
        async with portal.db() as db, db.transaction():
            await db.execute("set local enable_seqscan = off")
            plan = await db.fetch("explain " + BY_IDENTITY.replace(":spellings", "'{a,b}'"))

        assert IDENTITY in BY_IDENTITY
        assert "order_directory_by_identity" in "\n".join(line for (line,) in plan)


def sample_texts() -> Iterator[str]:
    """Characters that both know, each between two others and before a combining accent."""
    for code in range(1, sys.maxunicode + 1):
        sampled = code < 0x3400 or code % 97 == 0 or 0xA000 < code < 0x11000 or code > 0xE0000
        if sampled and category(chr(code)) not in ("Cn", "Cs"):
            yield f"{chr(code)}e{chr(code)}\u0301 "
