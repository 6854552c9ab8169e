"""Every path: importing this module registers all handlers. Commands that need none start sooner without it."""

from importlib import import_module
from pkgutil import iter_modules

import handlers
from rpc.calls.registry import registry

for _module in iter_modules(handlers.__path__):
    if not _module.ispkg and not _module.name.startswith("_"):
        import_module(f"handlers.{_module.name}")

__all__ = ["registry"]
