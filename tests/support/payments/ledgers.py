"""Random ledgers of a publisher, and their totals by exact fractions (trust.md T21)."""

from collections import defaultdict
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from hypothesis import strategies as st

from schema.core.money import decimals
from schema.orders.commission_amount import apply_percent, convert
from schema.payments.invoice_vat import Billing, Party, VatRule
from schema.payments.ledger import (
    Line,
    PaymentSums,
    bonus_lines,
    brand_paid_lines,
    processing_lines,
    sent_lines,
    settlement_lines,
    undone_lines,
)

CURRENCIES = ("JPY", "KRW", "EUR", "GBP", "KWD", "BHD")
"""Of 0, 2 and 3 decimals."""
NOBODY = Party(name="", address=[], country="", tax_id=None, vat_id=None)


class Plan(NamedTuple):
    """What happens: orders by settlement as amount and percentage, their corrections, a bonus, and a payment's way."""

    order_currency: str
    currency: str
    rate: Decimal
    orders: list[list[tuple[int, Decimal]]]
    corrections: list[int]
    bonus: int
    fee: int
    vat: Decimal
    states: str


def whole(most: int) -> st.SearchStrategy[int]:
    return st.integers(1, most)


PLANS = st.builds(
    Plan,
    order_currency=st.sampled_from(CURRENCIES),
    currency=st.sampled_from(CURRENCIES),
    rate=st.integers(1, 10**10).map(lambda n: Decimal(n).scaleb(-6)),
    orders=st.lists(
        st.lists(
            st.tuples(whole(10**9), st.integers(1, 9_999).map(lambda n: Decimal(n).scaleb(-2))),
            min_size=1,
            max_size=3,
        ),
        min_size=1,
        max_size=3,
    ),
    corrections=st.lists(whole(10**9), max_size=2),
    bonus=st.integers(-(10**6), 10**6),
    fee=st.integers(0, 500),
    vat=st.integers(0, 2_799).map(lambda n: Decimal(n).scaleb(-2)),
    states=st.sampled_from(["", "p", "ps", "pu", "psu", "pups", "pupsu"]),
)
"""`states`: p processed, s sent, u undone."""


def half_even(exact: Fraction, currency: str) -> Fraction:
    """A fraction in whole minor units, by the rule of banks."""
    unit = Fraction(1, 10 ** decimals(currency))
    return round(exact / unit) * unit  # Python rounds a fraction half to even


def in_units(amount: int, currency: str) -> Decimal:
    return Decimal(amount).scaleb(-decimals(currency))


class Books:
    """A ledger as the portal posts it, beside its oracle."""

    def __init__(self) -> None:
        self.held: defaultdict[str, Decimal] = defaultdict(Decimal)
        self.meant: defaultdict[str, Fraction] = defaultdict(Fraction)

    def post(self, lines: tuple[Line, ...], **meant: Fraction) -> None:
        assert sum(amount for _, amount in lines) == 0
        for account, amount in lines:
            self.held[account] += amount
        for account, exact in meant.items():
            self.meant[account] += exact

    def check(self) -> None:
        for account in self.held.keys() | self.meant.keys():
            assert Fraction(self.held[account]) == self.meant[account], account
        assert sum(self.held.values()) == 0


def earn(plan: Plan, amount: int, percent: Decimal) -> tuple[Decimal, Fraction]:
    """An item's commission in the publisher's currency: as the portal says, and exactly."""
    sale = in_units(amount, plan.order_currency)
    commission = apply_percent(sale, percent, plan.order_currency)
    exact = half_even(Fraction(sale) * Fraction(percent) / 100, plan.order_currency)
    assert Fraction(commission) == exact
    if plan.order_currency == plan.currency:
        return commission, exact
    mine = convert(commission, plan.rate, plan.currency)
    worth = half_even(exact * Fraction(plan.rate), plan.currency)
    assert Fraction(mine) == worth
    return mine, worth


def check(plan: Plan) -> None:
    """Make the ledger of a plan and compare every account after every posting."""
    books, gross, total = Books(), Decimal(0), Fraction(0)
    corrections = list(plan.corrections)
    for orders in plan.orders:
        items = [earn(plan, *order) for order in orders]
        if corrections:  # a settled item reported with less is an item of the difference
            less, worth = earn(plan, corrections.pop(), Decimal(5))
            items.append((-less, -worth))
        amount, exact = (
            sum((a for a, _ in items), Decimal(0)),
            sum((e for _, e in items), Fraction(0)),
        )
        assert Fraction(amount) == exact
        if not amount:
            continue
        books.post(settlement_lines(amount), receivable=exact, publisher=-exact)
        books.check()
        books.post(brand_paid_lines(amount), bank=exact, receivable=-exact)
        books.check()
        gross, total = gross + amount, total + exact
    if plan.bonus:
        bonus = in_units(plan.bonus, plan.currency)
        books.post(bonus_lines(bonus), bonus=Fraction(bonus), publisher=-Fraction(bonus))
        gross, total = gross + bonus, total + Fraction(bonus)
    books.check()
    pay(plan, books, gross, total)


def pay(plan: Plan, books: Books, gross: Decimal, total: Fraction) -> None:
    fee = in_units(plan.fee, plan.currency)
    if gross <= fee:
        return
    billing = Billing(
        entity_id=1, payer=None, payee=NOBODY, self_billing=True,
        vat_rule=VatRule.DOMESTIC, vat_rate=plan.vat,
    )  # fmt: skip
    vat = billing.vat_of(gross, plan.currency)
    tax = half_even(total * Fraction(plan.vat) / 100, plan.currency)
    assert Fraction(vat) == tax
    sums, net = PaymentSums(gross, fee, vat), total - Fraction(fee) + tax
    assert Fraction(sums.net) == net
    before, sent = dict(books.meant), False
    for step in plan.states:
        if step == "p":
            books.post(
                processing_lines(sums), publisher=total, fee=-Fraction(fee), vat=tax, clearing=-net
            )
        elif step == "s":
            books.post(sent_lines(sums), clearing=net, bank=-net)
            sent = True
        else:
            books.post(undone_lines(sums, sent=sent))
            books.meant, sent = defaultdict(Fraction, before), False
        books.check()
