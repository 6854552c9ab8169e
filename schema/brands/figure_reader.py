"""Measured figures as a publisher reads them: shares, days and earnings per click, worked out from stored counts."""

from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from itertools import accumulate

from schema.brands.disclosure import (
    CLICK_SLOT,
    MONEY_SLOT,
    Slots,
)
from schema.brands.measured import (
    CountryFigure,
    EarnedFigure,
    MeasuredFigures,
    MonthFigure,
    QuarterFigure,
    RateFigure,
    SharePoint,
    WaitFigure,
)
from schema.brands.measured_counts import (
    DAY_STEPS,
    UNKNOWN_COUNTRY,
    Cell,
    Measure,
    Stored,
    StoredFigure,
    count,
    reaches,
)
from schema.core.money import ZERO, ratio
from schema.core.shared_figure import OWN_MIN, count_step

COUNTRIES_SHOWN = 8
HALF, NINE_TENTHS = Decimal("0.5"), Decimal("0.9")


def survival(slots: Slots, steps: int) -> list[SharePoint]:
    """The share of orders whose wait ended within each step of days; waiting orders count for as long as they waited.

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
    """The share of all orders, undecided ones included, that was decided within each step of days."""
    whole = sum(slots.values())
    over = accumulate(slots.get(step, ZERO) for step in range(steps))
    return [
        SharePoint(days, to_share(part / whole))
        for days, part in zip(DAY_STEPS, over, strict=False)
    ]


def to_share(share: Decimal) -> Decimal:
    """Round a share to whole percent."""
    return share.quantize(Decimal("0.01"))


def first_days(points: Sequence[SharePoint], share: Decimal) -> int | None:
    """The first step of days within which this share of orders stopped waiting."""
    return next((point.days for point in points if point.share >= share), None)


def longer_than(points: Sequence[SharePoint]) -> int | None:
    """The number of days that half of the orders have exceeded, if fewer than half have stopped waiting."""
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
        """A month's shares, up to the number of days that have passed for all of its orders."""
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


def two_digits(value: Decimal) -> Decimal:
    """Round to two significant digits, at most four decimals."""
    digits = min(4, 1 - value.adjusted()) if value else 2
    return Decimal(f"{round(value, max(0, digits)):f}")


def rate_of(figure: StoredFigure) -> Decimal:
    """The share of a figure's orders that count in slot 0, such as the approved ones."""
    return ratio(figure.slots.get(0, ZERO), count(figure), 2) or Decimal("0.00")


def steps_since(month: str, today: date) -> int:
    """How many steps of days have passed for all orders of a month."""
    year, number = map(int, month.split("-"))
    end = date(year + number // 12, number % 12 + 1, 1)
    return sum(days <= (today - end).days for days in DAY_STEPS)


def find_paid_within(figures: Stored) -> int | None:
    """Within how many days nine in ten of a brand's approved orders can be paid out, by the figure that is shown."""
    figure = figures.get(Cell(Measure.PAYABLE).name)
    return first_days(survival(figure.slots, figure.steps), NINE_TENTHS) if figure else None
