"""No publisher can be read out of figures of brands: not from their parts, their changes, or one's own orders."""

from collections.abc import Callable, Mapping
from datetime import date, timedelta
from decimal import Decimal
from itertools import pairwise
from random import Random

import pytest

from schema.brands.disclosure import (
    CLICK_SLOT,
    MONEY_SLOT,
    Contributions,
    is_safe,
    may_renew,
    merge,
    withhold,
)
from schema.brands.figure_publication import Shown, publish
from schema.brands.measured_counts import Cell, Measure, StoredFigure, add_up
from sql.network.measured.round import by_cell

VICTIM, WEEKS = 1, 12
MONDAY = date(2026, 6, 1)
Cells = dict[Cell, Contributions]
Publish = Callable[[Cells, dict[str, StoredFigure], Cells, date], Shown]


def orders(*counts: int) -> dict[int, dict[int, Decimal]]:
    """So many orders of each publisher."""
    return {number: {0: Decimal(count)} for number, count in enumerate(counts, 1) if count}


class TestIsSafe:
    @pytest.mark.parametrize(
        ("counts", "safe"),
        [
            ((10,) * 5, False),  # four besides one of the five
            ((10,) * 6, True),
            ((6,) * 6, True),  # 30 besides those of who reads it
            ((5,) * 6, False),
            (
                (45, 30, 6, 6, 6, 7),
                False,
            ),  # the second sees that the first has over half of the rest
            ((30, 20, 10, 10, 10, 10), True),
            ((60, 10, 10, 10, 10, 10), False),
            ((), False),
        ],
    )
    def test_brand_figure_needs_enough_publishers_whoever_reads_it(
        self, counts: tuple[int, ...], safe: bool
    ) -> None:
        assert is_safe(orders(*counts)) is safe

    def test_earnings_that_are_mostly_one_publishers_are_not_published_despite_many_orders(
        self,
    ) -> None:
        even = {number: {0: Decimal(10), MONEY_SLOT: Decimal(5)} for number in range(8)}

        assert is_safe(even)
        assert not is_safe(even | {9: {0: Decimal(10), MONEY_SLOT: Decimal(100)}})

    def test_clicks_of_a_brand_without_orders_are_not_published(self) -> None:
        assert not is_safe({number: {CLICK_SLOT: Decimal(100)} for number in range(8)})


class TestMayRenew:
    def test_published_figure_is_not_renewed_if_one_publisher_made_most_of_its_change(self) -> None:
        assert not may_renew(orders(*[10] * 8), orders(50, *[10] * 7))
        assert not may_renew(orders(*[10] * 8), orders(0, *[10] * 7))

    def test_published_figure_is_renewed_if_many_publishers_changed_it(self) -> None:
        assert may_renew(orders(*[10] * 8), orders(*[16] * 8))
        assert may_renew(orders(*[10] * 8), orders(*[10] * 8))

    def test_published_figure_is_not_renewed_if_changes_of_two_publishers_cancel_out(self) -> None:
        assert not may_renew(orders(*[10] * 8), orders(50, 0, *[10] * 6))


class TestWithhold:
    def test_country_figure_is_hidden_if_subtracting_it_from_the_total_would_reveal_one_publisher(
        self,
    ) -> None:
        one, other = orders(*[20] * 8), orders(*[30] * 8)
        alone = orders(40)
        whole = {
            number: merge(part.get(number, {}) for part in (one, other, alone))
            for number in range(1, 9)
        }

        assert withhold(whole, {"GB": one, "FR": other, "DE": alone}) == {"FR"}

    def test_country_figures_are_all_published_if_none_reveals_a_single_publisher(self) -> None:
        one, other = orders(*[20] * 8), orders(*[30] * 8)
        whole = {number: merge([one[number], other[number]]) for number in one}

        assert withhold(whole, {"GB": one, "FR": other}) == {"GB", "FR"}


def without_a_rule(cells: Cells, _: object, __: object, today: date) -> Shown:
    """The control: everything, every week."""
    figures = {
        cell.name: StoredFigure(on=today, slots=merge(parts.values()))
        for cell, parts in cells.items()
    }
    return Shown(figures, set(figures))


def figure_by_figure(cells: Cells, before: object, shown: object, today: date) -> Shown:
    """The second control: each figure is safe, but neither its rest nor its change is looked at."""
    safe = {cell: parts for cell, parts in cells.items() if is_safe(parts)}
    return without_a_rule(safe, before, shown, today)


def simulate(publishing: Publish, seed: int) -> int:
    """How often a publisher's earnings are read out of figures of twelve weeks, by eight publishers and a stranger.

    Readers know the sums of every figure to the cent, which the portal rounds. They subtract their own part, the figure
    of another week, and the countries from the whole.
    """
    chance = Random(seed)
    sold: dict[int, dict[str, dict[int, Decimal]]] = {uid: {} for uid in range(1, 9)}
    figures: dict[str, StoredFigure] = {}
    shown: Cells = {}
    views, truths = [], []
    for week in range(WEEKS):
        sellers = [VICTIM] if week % 3 == 2 else list(sold)
        for uid in sellers:
            for country in ("GB", "FR", "DE") if uid == VICTIM else ("GB", "FR"):
                count = Decimal(chance.randrange(4, 9))
                name = Cell(Measure.EARNED, 1 + uid % 2, country).name
                more = {
                    0: count,
                    MONEY_SLOT: count * chance.randrange(1_000, 9_999) / 100,
                    CLICK_SLOT: 20 * count,
                }
                sold[uid][name] = merge([sold[uid].get(name, {}), more])
        own = {uid: add_up(counts) for uid, counts in sold.items()}
        cells: Cells = dict(by_cell(own))
        result = publishing(cells, figures, shown, MONDAY + timedelta(weeks=week))
        figures = result.figures
        shown |= {cell: parts for cell, parts in cells.items() if cell.name in result.renewed}
        views.append({name: figure.slots[MONEY_SLOT] for name, figure in figures.items()})
        truths.append(own)
    return sum(count_read(views, truths, reader) for reader in (*range(2, 9), None))


def count_read(
    views: list[dict[str, Decimal]],
    truths: list[dict[int, dict[Cell, dict[int, Decimal]]]],
    reader: int | None,
) -> int:
    """How many of the sums that a reader can derive are one other publisher's."""

    def money(week: int, uid: int, cell: Cell) -> Decimal:
        return truths[week][uid].get(cell, {}).get(MONEY_SLOT, Decimal(0))

    others = [uid for uid in truths[0] if uid != reader]
    cells = {Cell.parse(name) for view in views for name in view}
    whole = Cell(Measure.EARNED)
    found = 0
    for week, view in enumerate(views):
        for name, total in view.items():
            rest = total - (money(week, reader, Cell.parse(name)) if reader else 0)
            found += rest in {money(week, uid, Cell.parse(name)) for uid in others} - {0}
        parts = [cell for cell in cells if cell.part and cell.name in view]
        if whole.name in view and parts:
            rest = view[whole.name] - sum(view[cell.name] for cell in parts)
            hidden = {
                uid: money(week, uid, whole) - sum(money(week, uid, cell) for cell in parts)
                for uid in truths[0]
            }
            rest -= hidden[reader] if reader else 0
            found += rest in {hidden[uid] for uid in others} - {0}
    for (week, view), (_, later) in pairwise(enumerate(views)):
        for cell in cells:
            if cell.name in view and cell.name in later:
                gained = {
                    uid: money(week + 1, uid, cell) - money(week, uid, cell) for uid in truths[0]
                }
                rest = later[cell.name] - view[cell.name] - (gained[reader] if reader else 0)
                found += rest in {gained[uid] for uid in others} - {0}
    return found


@pytest.mark.parametrize("seed", range(5))
class TestAttack:
    def test_published_figures_do_not_reveal_any_publisher_in_a_simulated_attack(
        self, seed: int
    ) -> None:
        assert simulate(publish, seed) == 0

    def test_simulated_attack_reveals_publishers_without_the_disclosure_rule(
        self, seed: int
    ) -> None:
        """The control."""
        assert simulate(without_a_rule, seed) > 50

    def test_simulated_attack_reveals_publishers_if_each_figure_is_judged_separately(
        self, seed: int
    ) -> None:
        """The control of rests and changes."""
        assert simulate(figure_by_figure, seed) > 10


def test_simulated_attack_runs_on_figures_that_are_published_and_renewed() -> None:
    """What proves nothing is shown would prove the rule too."""
    renewed: dict[date, set[str]] = {}

    def publish_and_note(cells: Cells, before: dict[str, StoredFigure], shown: Mapping[Cell, Contributions],
                today: date) -> Shown:  # fmt: skip
        result = publish(cells, before, shown, today)
        renewed[today] = result.renewed
        return result

    simulate(publish_and_note, 0)

    assert sum(Cell(Measure.EARNED).name in names for names in renewed.values()) > 2
    assert any(Cell(Measure.EARNED, 0, "GB").name in names for names in renewed.values())
