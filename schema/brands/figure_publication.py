"""Which measured figures of a brand may be published without revealing the results of a single publisher."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from msgspec.structs import replace

from schema.brands.disclosure import (
    Contributions,
    is_safe,
    may_renew,
    merge,
    withhold,
)
from schema.brands.measured_counts import (
    DAY_STEPS,
    WAITS,
    Cell,
    Measure,
    Stored,
    StoredFigure,
    reaches,
    waits_for,
)


class Shown(NamedTuple):
    """The published figures of a brand from now on, and the names of those that are new."""

    figures: dict[str, StoredFigure]
    renewed: set[str]


def publish(
    cells: Mapping[Cell, Contributions],
    before: Stored,
    shown: Mapping[Cell, Contributions],
    today: date,
) -> Shown:
    """Decide which figures of a brand may be published.

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
    """The figures that may be published together."""
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
