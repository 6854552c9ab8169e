"""A budget and the figure that was measured for it."""

from statistics import median
from typing import NamedTuple


class Budget(NamedTuple):
    what: str
    bound: float
    figures: list[float]
    """One of each round, or one alone."""
    at_most: bool = False
    explained: float | None = None
    """Of a bound that is missed for reasons the notes of the report tell: what the figure must reach all the same."""

    @property
    def figure(self) -> float:
        return median(self.figures)

    @property
    def kept(self) -> bool:
        return self._reaches(self.bound)

    @property
    def failed(self) -> bool:
        """Missed, and nobody has said why."""
        return not self.kept and (self.explained is None or not self._reaches(self.explained))

    def _reaches(self, bound: float) -> bool:
        return self.figure <= bound if self.at_most else self.figure >= bound

    def row(self) -> str:
        sign = "≤" if self.at_most else "≥"
        spread = f"{figure(min(self.figures))}–{figure(max(self.figures))}"
        missed = "**missed**" if self.failed else "**missed**, see the notes"
        return (
            f"| {self.what} | {sign} {self.bound:g} | {figure(self.figure)} | {spread} |"
            f" {'kept' if self.kept else missed} |"
        )


def figure(value: float) -> str:
    """Three digits of a number that may be small, and no fewer than it has before the point."""
    return f"{value:.0f}" if value == 0 or abs(value) >= 100 else f"{value:#.3g}".rstrip(".")


def table(budgets: list[Budget]) -> str:
    head = "| budget | bound | figure | rounds | |\n| --- | --- | --- | --- | --- |"
    return "\n".join([head, *(budget.row() for budget in budgets)])
