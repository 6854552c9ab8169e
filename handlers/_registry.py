"""Every path: importing this module registers all handlers. Commands that need none start sooner without it."""

from importlib import import_module
from pkgutil import iter_modules, walk_packages

import handlers
from rpc.calls.registry import registry

WITHOUT_PATHS = {"flows", "cli"}

for _module in iter_modules(handlers.__path__):
    if _module.name in WITHOUT_PATHS or _module.name.startswith("_"):
        continue
    _imported = import_module(f"handlers.{_module.name}")
    if _module.ispkg:
        for _inner in walk_packages(_imported.__path__, f"{_imported.__name__}."):
            import_module(_inner.name)

__all__ = ["registry"]
