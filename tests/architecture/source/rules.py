"""What modules must keep to, each as a list of the lines that do not."""

import ast
import re
from collections.abc import Collection, Iterator

from tests.architecture.source.imports import LAYERS, Import, Modules, all_imports, prose_of

IMPORT_PATHS = {"handlers._registry", "handlers.cli.imports.import_brands"}
"""What may import modules of paths: what registers them all, and a command that runs a call as its own."""


def of_a_layer_above(modules: Modules) -> list[str]:
    """Imports that lead from a layer to one above it, or to the tests."""
    above = [*LAYERS, "tests"]
    return [
        str(each)
        for each in all_imports(modules)
        if above.index(each.target.partition(".")[0]) > above.index(layer_of(each))
    ]


def layer_of(imported: Import) -> str:
    return imported.importer.name.partition(".")[0]


def path_modules(modules: Modules) -> set[str]:
    """The modules of paths: those in handlers/, and in the packages there that have a path's first segment as name."""
    return {
        each.name
        for each in modules.values()
        if each.name.startswith("handlers.")
        and not each.name.startswith(("handlers._", "handlers.cli", "handlers.flows"))
    }


def of_a_path(modules: Modules) -> list[str]:
    """Imports of a module of a path; a handler is reached by its path alone."""
    forbidden = path_modules(modules)
    return [
        str(each)
        for each in all_imports(modules)
        if each.importer.name not in IMPORT_PATHS
        and each.target != each.importer.name
        and (each.target.removesuffix(".*") in forbidden or whichever(each, forbidden))
    ]


def whichever(imported: Import, forbidden: Collection[str]) -> bool:
    """Whether a module of a path imports any module of handlers/, or another process of it."""
    return imported.importer.name in forbidden and imported.target in ("handlers.*", "handlers")


def paths_by_name(modules: Modules, paths: Collection[str]) -> Iterator[str]:
    """Lines below `handlers` with a string that is the path of a handler, or quotes one as SQL does."""
    quoted = re.compile(rf"['\"]({'|'.join(map(re.escape, sorted(paths)))})['\"]")
    for each in modules.values():
        if not each.name.startswith("handlers"):
            for line, text in strings(each.source):
                if found := quoted.search(text):
                    yield f"{each.path}:{line}: {found[1]}"


def strings(source: str) -> Iterator[tuple[int, str]]:
    """Every string of the code in quotes, and the parts of those with values in them without."""
    tree = ast.parse(source)
    prose = prose_of(tree)
    parts = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
    }
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in prose:
                yield node.lineno, text if id(node) in parts else f"'{text}'"
