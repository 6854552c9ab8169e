"""A budget and the figure that was measured for it."""

from statistics import median
from typing import NamedTuple


class Budget(NamedTuple):
    what: str
    bound: float
    figures: list[float]
    """One of each round, or one alone."""
    at_most: bool = False

    @property
    def figure(self) -> float:
        return median(self.figures)

    @property
    def is_met(self) -> bool:
        return self.figure <= self.bound if self.at_most else self.figure >= self.bound

    def row(self) -> str:
        sign = "≤" if self.at_most else "≥"
        spread = f"{figure(min(self.figures))}–{figure(max(self.figures))}"
        return (
            f"| {self.what} | {sign} {self.bound:g} | {figure(self.figure)} | {spread} |"
            f" {'met' if self.is_met else '**missed**'} |"
        )


def figure(value: float) -> str:
    """Three digits of a number that may be small, and no fewer than it has before the point."""
    return f"{value:.0f}" if value == 0 or abs(value) >= 100 else f"{value:#.3g}".rstrip(".")


def table(budgets: list[Budget]) -> str:
    head = "| budget | bound | figure | rounds | |\n| --- | --- | --- | --- | --- |"
    return "\n".join([head, *(budget.row() for budget in budgets)])
