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
    def kept(self) -> bool:
        return self.figure <= self.bound if self.at_most else self.figure >= self.bound

    def row(self) -> str:
        sign = "≤" if self.at_most else "≥"
        spread = f"{min(self.figures):.2f}–{max(self.figures):.2f}"
        return (
            f"| {self.what} | {sign} {self.bound:g} | {self.figure:.2f} | {spread} |"
            f" {'kept' if self.kept else '**missed**'} |"
        )


def table(budgets: list[Budget]) -> str:
    head = "| budget | bound | figure | rounds | |\n| --- | --- | --- | --- | --- |"
    return "\n".join([head, *(budget.row() for budget in budgets)])
