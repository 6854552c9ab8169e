"""Processes forked from one that has loaded all code: each starts in milliseconds and can be killed."""

import multiprocessing
from collections.abc import Callable
from multiprocessing.context import ForkServerContext
from typing import Any

LOADED = ["handlers._registry", "rpc.postbacks.dispatcher"]


def fork_context() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(LOADED)
    return context


class Forked:
    """A process that runs `work(*given)`; each one that is killed has a successor."""

    def __init__(self, context: ForkServerContext, work: Callable[..., None], *args: Any) -> None:
        self._make = lambda: context.Process(target=work, args=args, daemon=True)
        self.starts = 0
        self._start()

    def _start(self) -> None:
        self.starts += 1
        self._process = self._make()
        self._process.start()

    def kill(self) -> None:
        """SIGKILL, and a new one."""
        self.end()
        self._start()

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._process.close()
