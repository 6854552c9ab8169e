"""Money is exact and days are whole, in every currency and time zone (trust.md T21, small form)."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from fractions import Fraction
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from schema.brands.terms import BrandTerms, Terms
from schema.core.money import decimals, format_money, plain_number
from schema.orders.intake import Attribution, IncomingOrder, IntakeBrand
from schema.orders.order import ItemStatus, ReportedItem, ReportedOrder
from schema.orders.order_changes import OrderChanges, figure_key
from schema.orders.order_commission import rate_order
from schema.orders.order_rows import ItemRow, OrderRow
from sql.reports.figures.rollup import rollup_keys

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
CURRENCIES = ["JPY", "USD", "KWD", "CLF"]
BRAND = IntakeBrand(1, "brand", "Brand", "USD", 30, 30)
ZONES = [
    *("Pacific/Kiritimati", "Pacific/Apia", "Pacific/Chatham", "Pacific/Auckland"),
    *("Australia/Lord_Howe", "Australia/Adelaide", "Asia/Tokyo", "Asia/Kathmandu"),
    *("Asia/Kolkata", "Asia/Tehran", "Africa/Cairo", "Europe/Moscow", "Europe/Berlin"),
    *("Europe/London", "UTC", "Atlantic/Azores", "America/Sao_Paulo", "America/St_Johns"),
    *("America/Santiago", "America/New_York", "America/Denver", "America/Los_Angeles"),
    *("Pacific/Marquesas", "Pacific/Pago_Pago"),
]


@pytest.mark.parametrize(
    ("amount", "currency", "text"),
    [
        ("1234.5", "CAD", "CAD\u00a01,234.50"),
        ("1234567", "JPY", "JPY\u00a01,234,567"),
        ("0.1235", "KWD", "KWD\u00a00.124"),
        ("-20", "GBP", "-GBP\u00a020.00"),
        ("-0.001", "GBP", "GBP\u00a00.00"),
    ],
)
def test_money_is_formatted_as_on_the_screens(amount: str, currency: str, text: str) -> None:
    assert format_money(Decimal(amount), currency) == text


def half_even(exact: Fraction, currency: str) -> Fraction:
    """By the definition, with whole numbers: the nearer neighbour, of two equally near the even one."""
    units = 10 ** decimals(currency)
    below, rest = divmod(exact * units, 1)
    up = rest > Fraction(1, 2) or (rest == Fraction(1, 2) and below % 2 == 1)
    return Fraction(below + up) / units


def rate_amounts(
    amounts: list[Decimal], *, currency: str, report: str, percent: Decimal, rate: Decimal
) -> tuple[OrderRow, list[ItemRow]]:
    items = [ReportedItem(amount=a, item_id=str(n)) for n, a in enumerate(amounts)]
    order = ReportedOrder(order_id="1", currency=currency, items=items, code="x")
    trace = Attribution(7, 1, 2, 3, None, None, "", "", "", "", "", None, "", "valid")
    terms = Terms(1, 1, "All", "percent", percent, None, None, 0, 0, None, None, NOW, None)  # type: ignore[arg-type]
    return rate_order(
        IncomingOrder(BRAND, order, NOW, attribution=trace),
        1,
        brand=BRAND,
        report_currency=report,
        offer=BrandTerms([terms], "UTC"),
        rate=lambda base, quote: Decimal(1) if base == quote else rate,
        now=NOW,
    )


@st.composite
def ledgers(draw: st.DrawFn) -> tuple[list[Decimal], str, str, Decimal, Decimal]:
    currency = draw(st.sampled_from(CURRENCIES))
    largest = 10**12 * 10 ** decimals(currency) - 1
    units = draw(st.lists(st.integers(1, largest), min_size=1, max_size=20))
    amounts = [Decimal(n).scaleb(-decimals(currency)) for n in units]
    percent = Decimal(draw(st.integers(0, 1_000_000))).scaleb(-4)
    rate = Decimal(draw(st.integers(1, 10**16))).scaleb(-draw(st.integers(6, 14)))
    return amounts, currency, draw(st.sampled_from(CURRENCIES)), percent, rate


class TestMoney:
    @settings(max_examples=2_000, deadline=None)
    @given(ledgers())
    def test_every_commission_and_total_equals_exact_fractions(
        self, ledger: tuple[list[Decimal], str, str, Decimal, Decimal]
    ) -> None:
        amounts, currency, report, percent, rate = ledger

        head, lines = rate_amounts(
            amounts, currency=currency, report=report, percent=percent, rate=rate
        )

        at = Fraction(1) if currency == report else Fraction(rate)
        share = Fraction(percent) / 100
        sales = [Fraction(amount) for amount in amounts]
        earned = [half_even(sale * share, currency) for sale in sales]
        assert [Fraction(line.sale_comm) for line in lines] == earned
        in_report = [[half_even(part * at, report) for part in parts] for parts in (sales, earned)]
        assert [Fraction(line.report_amount) for line in lines] == in_report[0]
        assert [Fraction(line.report_comm) for line in lines] == in_report[1]
        totals = (head.sale_amount, head.sale_comm, head.report_amount, head.report_comm)
        assert [*map(Fraction, totals)] == [*map(sum, (sales, earned, *in_report))]

    def test_amounts_are_rounded_half_to_even(self) -> None:
        _, lines = rate_amounts(
            [Decimal("0.10"), Decimal("0.30"), Decimal("0.50")],
            currency="USD",
            report="USD",
            percent=Decimal(5),
            rate=Decimal(1),
        )

        assert [str(line.sale_comm) for line in lines] == ["0.00", "0.02", "0.02"]


class TestDays:
    @settings(max_examples=300, deadline=None)
    @given(
        st.sampled_from(ZONES),
        st.datetimes(datetime(2019, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC)),
    )
    def test_order_belongs_to_exactly_one_day_of_a_time_zone(self, zone: str, at: datetime) -> None:
        where = ZoneInfo(zone)

        day = figure_key(make_head(at), where)[1]

        around = [day + timedelta(days=n) for n in (-1, 0, 1)]
        assert [first(d, where) <= at < first(d + timedelta(1), where) for d in around] == [
            False,
            True,
            False,
        ]

    @settings(max_examples=100, deadline=None)
    @given(
        st.sampled_from(ZONES),
        st.lists(
            st.tuples(st.integers(0, 400 * 24 * 60), st.integers(1, 10**9)), min_size=1, max_size=50
        ),
    )
    def test_figures_of_days_sum_to_those_of_months(
        self, zone: str, sales: list[tuple[int, int]]
    ) -> None:
        ledger = OrderChanges()
        for minutes, cents in sales:
            head = make_head(datetime(2025, 9, 1, tzinfo=UTC) + timedelta(minutes=minutes))
            line = make_line(Decimal(cents).scaleb(-2))
            ledger.create(head.with_sums([line]), [line], ZoneInfo(zone))

        sums: dict[tuple[str, date], Decimal] = {}
        for delta in ledger.deltas():
            for _, grain, day, _ in rollup_keys(delta):
                key = (grain, day.replace(day=1))
                sums[key] = sums.get(key, Decimal(0)) + delta.pending_sales

        for (grain, month), total in sums.items():
            assert total == sums["month", month], grain
        whole = sum(total for (grain, _), total in sums.items() if grain == "day")
        assert whole == sum(Decimal(cents).scaleb(-2) for _, cents in sales)


def first(day: date, zone: ZoneInfo) -> datetime:
    """The first moment of a day, found by looking: where the clock is moved it is not always 00:00."""
    moment = datetime(day.year, day.month, day.day, tzinfo=UTC) - timedelta(hours=15)
    while moment.astimezone(zone).date() < day:
        moment += timedelta(minutes=15)
    return moment


def make_head(at: datetime) -> OrderRow:
    zero = Decimal(0)
    return OrderRow(
        *(7, 1, 1, "1", 2, 3, UUID(int=0), None, at, "", "", "", "", "", None, "", None),
        *("USD", "USD", Decimal(1), zero, zero, zero, zero, ItemStatus.PENDING, False),
    )


def make_line(amount: Decimal) -> ItemRow:
    zero = Decimal(0)
    return ItemRow(
        *(7, 1, "", None, 1, 1, zero, amount, zero, amount, zero, amount, zero),
        *(ItemStatus.PENDING, None, None, None),
    )


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("79,00", "79.00"), ("79,5", "79.5"), ("-3,20", "-3.20"), ("1.234,50", "1234.50"),
        ("1,234.50", "1234.50"), ("1 234,50", "1234.50"), ("1\u202f234.50", "1234.50"),
        ("1'234.50", "1234.50"), ("1,234,567", "1234567"), ("1.234.567", "1234567"), (" 79", "79"),
        ("1,234", None), ("x", None), ("", None), ("79.00 EUR", None), ("1,2,3", None), ("1.23,4.5", None),
        ("NaN", None), ("1e5", None), ("9" * 40, None),
    ],
)  # fmt: skip
def test_typed_amount_is_parsed_unless_ambiguous(written: str, meant: str | None) -> None:
    assert plain_number(written) == meant
