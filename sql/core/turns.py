"""Processes many rows in parts, and lets the event loop run other tasks in between."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from time import perf_counter
from typing import TypeVar

T = TypeVar("T")

ROWS_A_TURN = 100
"""How many rows are converted or encoded at once, which takes two milliseconds at most."""
BUSY = 0.0005
"""A turn of the event loop that takes more seconds than this shows that other tasks have work."""
PAUSES = 2.0
"""The length of a pause as a multiple of the work before it, while other tasks have work."""


async def in_turns(rows: Sequence[T], size: int = ROWS_A_TURN) -> AsyncIterator[Sequence[T]]:
    """Yield the rows a part at a time. Alone, this loses no time; beside other tasks it takes a third of the loop's."""
    worked = 0.0
    for at in range(0, len(rows), size):
        if at:
            await give_turn(worked)
        began = perf_counter()
        yield rows[at : at + size]
        worked = perf_counter() - began


async def give_turn(worked: float) -> None:
    """Let other tasks run; if they have work, pause for PAUSES times the seconds `worked`."""
    began = perf_counter()
    await asyncio.sleep(0)
    if perf_counter() - began > BUSY:
        await asyncio.sleep(worked * PAUSES)
