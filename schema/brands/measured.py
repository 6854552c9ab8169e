"""How brands keep their word, measured: how long they take to decide and pay, what they approve, what clicks earn."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from enum import StrEnum
from itertools import accumulate, pairwise
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct
from msgspec.structs import replace

from schema.brands.commission_group import CommissionUnit
from schema.brands.disclosure import (
    CLICK_SLOT,
    MONEY_SLOT,
    Contributions,
    Slots,
    is_safe,
    may_renew,
    merge,
    weigh,
    withhold,
)
from schema.brands.terms import Terms
from schema.core.days import day_of, month_starts
from schema.core.money import ZERO, ratio
from schema.core.scalar import Text100
from schema.core.shared_figure import OWN_MIN, count_step

DAY_STEPS = (1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 75, 90, 120, 150, 180, 270, 365)
"""Days are told in these steps."""
OPEN_SLOT = 20
"""From this slot on, orders that still wait: OPEN_SLOT + how many steps they have waited for. Below, the step by which
they no longer did."""
ROUND_DAYS = 7
MONTHS, QUARTERS = 12, 4
"""Full months and quarters that are measured, besides those that are not over."""
OLDER_MONTHS = 6
"""Orders placed so long before these quarters are read for the decisions made in them."""
CLICK_DAYS = 90
"""Days whose clicks and orders an EPC is of."""
COUNTRIES_SHOWN = 8
HALF, NINE_TENTHS = Decimal("0.5"), Decimal("0.9")
COMPARED_MAX = 4


class Measure(StrEnum):
    """What is measured. The names are stored."""

    DECIDED = "decided"
    DECIDED_PROMISE = "decided_promise"
    PAYABLE = "payable"
    PAYABLE_PROMISE = "payable_promise"
    SENT = "sent"
    APPROVED = "approved"
    CORRECTED = "corrected"
    EARNED = "earned"


WAITS = (Measure.DECIDED, Measure.PAYABLE, Measure.SENT)


class Cell(NamedTuple):
    """One figure of a brand: of all channels or of those of a type, of the whole or of a month, quarter or country."""

    measure: str
    channel_type: int = 0
    part: str = ""

    @property
    def name(self) -> str:
        return f"{self.measure}:{self.channel_type}:{self.part}"

    @classmethod
    def parse(cls, name: str) -> "Cell":
        measure, channel_type, part = name.split(":", 2)
        return cls(measure, int(channel_type), part)


class SharePoint(Struct, frozen=True):
    """Which share was over within so many days."""

    days: int
    share: Decimal


class WaitFigure(Struct, frozen=True, kw_only=True):
    """How long orders wait for a step, with those that still wait counted as waiting.

    `half_days`: half of them waited at most so long. If fewer than half are over, it is null, and half waited longer
    than `half_over`. `most_days`: the same of nine in ten. `orders`: how many there are; of several publishers, at
    least so many. `longest_open`: the longest wait that is not over; of several publishers, one that is exceeded by as
    many orders as a figure needs.
    """

    as_of: date
    orders: int
    points: list[SharePoint]
    half_days: int | None
    half_over: int | None
    most_days: int | None
    longest_open: int | None


class MonthFigure(Struct, frozen=True, kw_only=True):
    """The orders placed in a month: which share was decided within so many days, of all of them."""

    month: str
    as_of: date
    orders: int
    points: list[SharePoint]
    half_days: int | None
    half_over: int | None


class RateFigure(Struct, frozen=True, kw_only=True):
    """A share of orders."""

    as_of: date
    orders: int
    rate: Decimal


class QuarterFigure(Struct, frozen=True, kw_only=True):
    """Which share of the orders decided in a quarter was approved."""

    quarter: str
    as_of: date
    orders: int
    rate: Decimal


class EarnedFigure(Struct, frozen=True, kw_only=True):
    """Earnings per click, in the report currency; null if there is no exchange rate."""

    as_of: date
    orders: int
    epc: Decimal | None


class CountryFigure(Struct, frozen=True, kw_only=True):
    country: str
    as_of: date
    orders: int
    epc: Decimal | None


class MeasuredFigures(Struct, frozen=True, kw_only=True):
    """A brand's figures. One that is null is of too few publishers or, among own figures, of too few orders."""

    decided: WaitFigure | None
    decided_by_month: list[MonthFigure]
    decided_in_time: RateFigure | None
    payable: WaitFigure | None
    payable_in_time: RateFigure | None
    sent: WaitFigure | None
    approved: RateFigure | None
    approved_by_quarter: list[QuarterFigure]
    corrected: RateFigure | None
    earned: EarnedFigure | None
    earned_by_country: list[CountryFigure]


class TermsStep(Struct, frozen=True, kw_only=True):
    """A change of what a brand pays everybody: for what, from and to which rate, on which day, and announced when.

    `announced_days`: how many days before publishers were told; 0 if it came without notice.
    """

    name: str
    day: date
    announced_days: int
    before: str
    after: str


class Measured(Struct, frozen=True, kw_only=True):
    """A brand's word, measured across the network once a week, over the last twelve months.

    `all`: all publishers. `my_type`: channels of the channel's type. `mine`: the publisher's own. Amounts are in
    `currency`, the publisher's. `measured_on` is null before the first measurement.
    """

    measured_on: date | None
    since: date | None
    channel_type: int
    currency: str
    validation_days: int
    payment_days: int
    all: MeasuredFigures
    my_type: MeasuredFigures
    mine: MeasuredFigures
    terms: list[TermsStep]


class BrandComparison(Struct, frozen=True, forbid_unknown_fields=True):
    """The brands to compare, in the order in which they are returned."""

    mcids: Annotated[list[Text100], Meta(min_length=2, max_length=COMPARED_MAX)]


class ComparedBrand(Struct, frozen=True, kw_only=True):
    mcid: str
    name: str
    logo: str | None
    commission: str
    measured: Measured


class StoredFigure(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A figure as it was last shown: the sums that it is computed from, and on which day."""

    on: date
    slots: dict[int, Decimal]
    steps: int = 0
    """How many steps of days are shown; after them too few publishers' orders are left."""
    longest: int = 0
    """How many steps of days enough orders have waited for."""


Stored = Mapping[str, StoredFigure]
"""Figures by the names of their cells."""


class Shown(NamedTuple):
    """What is shown of a brand from now on, and the cells whose figures are new."""

    figures: dict[str, StoredFigure]
    renewed: set[str]


def publish(
    cells: Mapping[Cell, Contributions],
    before: Stored,
    shown: Mapping[Cell, Contributions],
    today: date,
) -> Shown:
    """Decide which figures of a brand may be shown.

    `cells` are all publishers' contributions, `before` the figures shown so far, `shown` what these were made of.
    """
    allowed = set(allowed_cells(cells))
    figures, renewed = dict[str, StoredFigure](), set[str]()
    for cell in allowed:
        name, contributions = cell.name, cells[cell]
        if may_renew(shown.get(cell, {}), contributions):
            figures[name] = to_stored(cell, contributions, today)
            renewed.add(name)
        elif name in before:
            figures[name] = before[name]
    return Shown(figures, renewed)


def allowed_cells(cells: Mapping[Cell, Contributions]) -> Iterator[Cell]:
    """The cells that may be shown beside each other."""
    for measure in Measure:
        whole = Cell(measure)
        if whole not in cells or not is_safe(cells[whole]):
            continue
        yield whole
        of_measure = {cell: part for cell, part in cells.items() if cell.measure == measure}
        yield from withhold(
            cells[whole], {cell: part for cell, part in of_measure.items() if cell.channel_type}
        )
        yield from withhold(
            cells[whole], {cell: part for cell, part in of_measure.items() if cell.part}
        )


def to_stored(cell: Cell, contributions: Contributions, today: date) -> StoredFigure:
    figure = StoredFigure(on=today, slots=merge(contributions.values()))
    if cell.measure not in WAITS or cell.part:
        return figure
    steps = range(len(DAY_STEPS))
    return replace(
        figure,
        steps=count_while(lambda step: is_safe(pick(contributions, reaches(step))), steps),
        longest=count_while(lambda step: is_safe(pick(contributions, waits_for(step + 1))), steps),
    )


def count_while(holds: Callable[[int], bool], steps: Sequence[int]) -> int:
    return next((step for step in steps if not holds(step)), len(steps))


def pick(contributions: Contributions, is_wanted: Callable[[int], bool]) -> Contributions:
    return {
        publisher_id: {slot: value for slot, value in slots.items() if is_wanted(slot)}
        for publisher_id, slots in contributions.items()
    }


def reaches(step: int) -> Callable[[int], bool]:
    """Whether an order's wait was observed up to a step."""
    return lambda slot: slot - OPEN_SLOT > step if slot >= OPEN_SLOT else slot >= step


def waits_for(steps: int) -> Callable[[int], bool]:
    """Whether an order still waits, and has for so many steps."""
    return lambda slot: slot - OPEN_SLOT >= steps


def survival(slots: Slots, steps: int) -> list[SharePoint]:
    """The share that is over by each step of days; orders that still wait count for as long as they have waited.

    This is the product-limit estimate: E. L. Kaplan and P. Meier, Nonparametric estimation from incomplete
    observations, JASA 53 (1958), 457-481.
    """
    waiting, points = Decimal(1), []
    for step in range(steps):
        observed = sum(value for slot, value in slots.items() if reaches(step)(slot))
        if not observed:
            break
        waiting *= 1 - slots.get(step, ZERO) / observed
        points.append(SharePoint(DAY_STEPS[step], to_share(1 - waiting)))
    return points


def shares_of_all(slots: Slots, steps: int) -> list[SharePoint]:
    """The share of all orders, open ones included, that was decided within each number of days."""
    whole = sum(slots.values())
    over = accumulate(slots.get(step, ZERO) for step in range(steps))
    return [
        SharePoint(days, to_share(part / whole))
        for days, part in zip(DAY_STEPS, over, strict=False)
    ]


def to_share(share: Decimal) -> Decimal:
    """Shares are told in whole percent."""
    return share.quantize(Decimal("0.01"))


def first_days(points: Sequence[SharePoint], share: Decimal) -> int | None:
    """The first step of days within which such a share is over."""
    return next((point.days for point in points if point.share >= share), None)


def longer_than(points: Sequence[SharePoint]) -> int | None:
    """The days that half waited longer than, if fewer than half are over."""
    return points[-1].days if points and first_days(points, HALF) is None else None


class FigureReader:
    """Reads a brand's stored figures, of one kind of channel, as a publisher sees them."""

    def __init__(
        self,
        stored: Stored,
        *,
        rate: Decimal | None,
        channel_type: int = 0,
        own: bool = False,
    ) -> None:
        self._stored = stored
        self._channel_type = channel_type
        self._rate = rate
        self._own = own

    def read(self) -> MeasuredFigures:
        return MeasuredFigures(
            decided=self._wait(Measure.DECIDED),
            decided_by_month=[
                self._month(part, figure) for part, figure in self._parts(Measure.DECIDED)
            ],
            decided_in_time=self._rate_of(Measure.DECIDED_PROMISE),
            payable=self._wait(Measure.PAYABLE),
            payable_in_time=self._rate_of(Measure.PAYABLE_PROMISE),
            sent=self._wait(Measure.SENT),
            approved=self._rate_of(Measure.APPROVED),
            approved_by_quarter=[
                QuarterFigure(
                    quarter=part,
                    as_of=figure.on,
                    orders=self._orders(figure),
                    rate=rate_of(figure),
                )
                for part, figure in self._parts(Measure.APPROVED)
            ],
            corrected=self._rate_of(Measure.CORRECTED),
            earned=self._earned_figure(),
            earned_by_country=self._countries(),
        )

    def _get(self, measure: Measure, part: str = "") -> StoredFigure | None:
        figure = self._stored.get(Cell(measure, self._channel_type, part).name)
        if figure is None or (self._own and count(figure) < OWN_MIN):
            return None
        return figure

    def _parts(self, measure: Measure) -> list[tuple[str, StoredFigure]]:
        """The months, quarters or countries of a measure, in their order."""
        names = sorted(map(Cell.parse, self._stored))
        found = [
            (cell.part, self._get(measure, cell.part))
            for cell in names
            if cell.part and cell[:2] == (measure, self._channel_type)
        ]
        return [(part, figure) for part, figure in found if figure is not None]

    def _orders(self, figure: StoredFigure) -> int:
        return count(figure) if self._own else count_step(count(figure))

    def _wait(self, measure: Measure) -> WaitFigure | None:
        figure = self._get(measure)
        if figure is None:
            return None
        points = survival(figure.slots, figure.steps)
        return WaitFigure(
            as_of=figure.on,
            orders=self._orders(figure),
            points=points,
            half_days=first_days(points, HALF),
            half_over=longer_than(points),
            most_days=first_days(points, NINE_TENTHS),
            longest_open=DAY_STEPS[figure.longest - 1] if figure.longest else None,
        )

    def _month(self, month: str, figure: StoredFigure) -> MonthFigure:
        """A month's shares, up to the days that all its orders have had."""
        points = shares_of_all(figure.slots, steps_since(month, figure.on))
        return MonthFigure(
            month=month,
            as_of=figure.on,
            orders=self._orders(figure),
            points=points,
            half_days=first_days(points, HALF),
            half_over=longer_than(points),
        )

    def _rate_of(self, measure: Measure) -> RateFigure | None:
        figure = self._get(measure)
        if figure is None:
            return None
        return RateFigure(as_of=figure.on, orders=self._orders(figure), rate=rate_of(figure))

    def _earned_figure(self) -> EarnedFigure | None:
        figure = self._get(Measure.EARNED)
        if figure is None:
            return None
        return EarnedFigure(as_of=figure.on, orders=self._orders(figure), epc=self._epc(figure))

    def _countries(self) -> list[CountryFigure]:
        """The countries with the most orders."""
        parts = [
            (country, figure)
            for country, figure in self._parts(Measure.EARNED)
            if country != UNKNOWN_COUNTRY
        ]
        parts.sort(key=lambda each: (-self._orders(each[1]), each[0]))
        return [
            CountryFigure(
                country=country,
                as_of=figure.on,
                orders=self._orders(figure),
                epc=self._epc(figure),
            )
            for country, figure in parts[:COUNTRIES_SHOWN]
        ]

    def _epc(self, figure: StoredFigure) -> Decimal | None:
        """Earnings per click, in the publisher's currency, to two digits."""
        clicks = figure.slots.get(CLICK_SLOT)
        if self._rate is None or not clicks:
            return None
        epc = figure.slots.get(MONEY_SLOT, ZERO) * self._rate / clicks
        return two_digits(epc)


UNKNOWN_COUNTRY = "?"


def two_digits(value: Decimal) -> Decimal:
    """Round to two significant digits, at most four decimals."""
    digits = min(4, 1 - value.adjusted()) if value else 2
    return Decimal(f"{round(value, max(0, digits)):f}")


def count(figure: StoredFigure) -> int:
    return int(weigh(figure.slots).get(0, ZERO))


def rate_of(figure: StoredFigure) -> Decimal:
    """The share of the orders in slot 0."""
    return ratio(figure.slots.get(0, ZERO), count(figure), 2) or Decimal("0.00")


def steps_since(month: str, today: date) -> int:
    """How many steps of days all orders of a month have had."""
    year, number = map(int, month.split("-"))
    end = date(year + number // 12, number % 12 + 1, 1)
    return sum(days <= (today - end).days for days in DAY_STEPS)


def add_up(counts: Mapping[str, Slots]) -> dict[Cell, dict[int, Decimal]]:
    """The cells that counts by channel type and part belong to: the whole, the type and the part."""
    cells = dict[Cell, dict[int, Decimal]]()
    for name, slots in counts.items():
        measure, channel_type, part = Cell.parse(name)
        for cell in {Cell(measure), Cell(measure, channel_type), Cell(measure, 0, part)}:
            cells[cell] = merge([cells.get(cell, {}), slots])
    return cells


def own_figures(counts: Iterable[Mapping[str, Slots]], today: date) -> dict[str, StoredFigure]:
    """The figures of a publisher's own counts."""
    figures = dict[str, StoredFigure]()
    sums = [add_up(each) for each in counts]
    for cell in set().union(*sums):
        slots = merge(each.get(cell, {}) for each in sums)
        waited = [slot - OPEN_SLOT for slot, value in slots.items() if slot >= OPEN_SLOT and value]
        figures[cell.name] = StoredFigure(
            on=today, slots=slots, steps=len(DAY_STEPS), longest=max(waited, default=0)
        )
    return figures


def find_paid_within(figures: Stored) -> int | None:
    """Within how many days nine in ten of a brand's approved orders can be paid out, by the figure that is shown."""
    figure = figures.get(Cell(Measure.PAYABLE).name)
    return first_days(survival(figure.slots, figure.steps), NINE_TENTHS) if figure else None


class MeasuredSpan(NamedTuple):
    """What is measured: the first days of its months and quarters, and the first day of the orders that are read."""

    today: date
    months: list[date]
    quarters: list[date]
    read_since: date

    @classmethod
    def up_to(cls, today: date) -> "MeasuredSpan":
        first = months_before(today, MONTHS)
        quarter = months_before(today, (today.month - 1) % 3 + 3 * QUARTERS)
        return cls(
            today,
            list(month_starts(first, today)),
            [month for month in month_starts(quarter, today) if month.month % 3 == 1],
            months_before(quarter, OLDER_MONTHS),
        )

    def part_of(self, measure: Measure, number: int) -> str:
        """The name of the month or quarter with this number, from 1; empty for measures without parts."""
        if measure is Measure.DECIDED:
            return f"{self.months[number - 1]:%Y-%m}"
        if measure is Measure.APPROVED:
            quarter = self.quarters[number - 1]
            return f"{quarter.year}-Q{quarter.month // 3 + 1}"
        return ""


def months_before(day: date, months: int) -> date:
    """The first day of the month so many months before a day's."""
    number = day.year * 12 + day.month - 1 - months
    return date(number // 12, number % 12 + 1, 1)


def find_terms_steps(
    terms: Iterable[Terms], unit: CommissionUnit, zone: str, latest: int
) -> list[TermsStep]:
    """The latest changes of what a brand pays everybody, newest first; of those to come, all."""
    by_scope = defaultdict[tuple[str | None, str | None], list[Terms]](list)
    for each in terms:
        if each.publisher_id == 0:
            by_scope[each.category, each.country].append(each)
    steps = [step for group in by_scope.values() for step in steps_of(group, unit, zone)]
    return sorted(steps, key=lambda step: step.day, reverse=True)[:latest]


def steps_of(terms: Sequence[Terms], unit: CommissionUnit, zone: str) -> Iterator[TermsStep]:
    """The changes among terms for the same sales."""
    begun = sorted((begins(each, zone), each.terms_id, each) for each in terms)
    for (_, _, before), (day, _, after) in pairwise(begun):
        rates = before.group.format_rate(unit), after.group.format_rate(unit)
        if rates[0] != rates[1]:
            notice = (day - day_of(after.announcement, zone)).days
            yield TermsStep(
                name=after.name,
                day=day,
                announced_days=max(0, notice),
                before=rates[0],
                after=rates[1],
            )


def begins(terms: Terms, zone: str) -> date:
    """The day from which terms apply."""
    return max(day_of(terms.created_at, zone), terms.starts_at or date.min)
