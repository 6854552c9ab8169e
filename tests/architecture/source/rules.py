"""Rules for modules; each lists the lines that break it."""

import ast
import re
from collections.abc import Collection, Iterator

from tests.architecture.source.imports import (
    LAYERS,
    Import,
    Modules,
    all_imports,
    nodes,
    parse,
    prose_of,
)

IMPORT_PATHS = {
    "handlers._registry",
    "handlers.cli.imports.import_brands",
    "handlers.cli.imports.import_rates",
}
"""What may import modules of paths: what registers them all, and commands that run a call as their own."""
REGISTERS = re.compile(r"^@(query|procedure|upload|endpoint|job)\(", re.MULTILINE)


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
    """The modules of paths: those in handlers/, and in its packages those that register a handler."""
    return {
        each.name
        for each in modules.values()
        if each.name.startswith("handlers.")
        and (is_segment(each.name) or REGISTERS.search(each.source))
    }


def is_segment(name: str) -> bool:
    """Whether a module or a package of handlers/ has a path's first segment as name."""
    return re.fullmatch(r"handlers\.(?!_|cli\Z|flows\Z)\w+", name) is not None


def segment(name: str) -> str:
    """The first segment of the paths that a module of handlers/ serves; empty for any other."""
    first = ".".join(name.split(".")[:2])
    return first if is_segment(first) else ""


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


def of_another_path(modules: Modules) -> list[str]:
    """Imports of what serves one path segment alone by anything else; commands may use it too."""
    return [
        str(each)
        for each in all_imports(modules)
        if (owner := segment(each.target.removesuffix(".*")))
        and segment(each.importer.name) != owner
        and not each.importer.name.startswith(("handlers.cli.", "handlers._registry"))
    ]


def of_one_path(modules: Modules) -> list[str]:
    """Modules of handlers/flows that serve one path segment alone, and so belong beside its calls."""
    users: dict[str, set[str]] = {}
    for each in all_imports(modules):
        users.setdefault(each.target, set()).add(each.importer.name)
    return [
        each.path
        for each in modules.values()
        if each.name.startswith("handlers.flows.")
        and each.name != each.package
        and len(segments_served(each.name, users)) < 2
    ]


def segments_served(name: str, users: dict[str, set[str]]) -> set[str]:
    """The path segments that use a module, by themselves or through other modules of handlers/flows."""
    served, waiting, seen = set[str](), [name], {name}
    while waiting:
        for user in users.get(waiting.pop(), ()):
            if owner := segment(user):
                served.add(owner)
            elif user.startswith("handlers.flows.") and user not in seen:
                seen.add(user)
                waiting.append(user)
    return served


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


def open_ended_patterns(modules: Modules) -> Iterator[str]:
    r"""Lines with a pattern that ends in `$`, which in Python also matches before a line break, unlike `\Z`."""
    for each in modules.values():
        for node in nodes(each.source):
            match node:
                case ast.Constant(value=str(text)) if re.fullmatch(r"\^.*[^\\]\$", text, re.DOTALL):
                    pass
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="re")),
                    args=[ast.Constant(value=str(text))],
                ) if re.search(r"(?<!\\)\$\Z|(?<!\\)\$[|)]", text):
                    pass
                case _:
                    continue
            if "MULTILINE" not in each.source.splitlines()[node.lineno - 1]:
                yield f"{each.path}:{node.lineno}: {text}"


def money_written_by_hand(modules: Modules) -> Iterator[str]:
    """Texts that put an amount beside its currency themselves, which `format_money` does for all."""
    for each in modules.values():
        if each.name == "schema.core.money":
            continue
        for node in nodes(each.source):
            if isinstance(node, ast.JoinedStr) and any(
                isinstance(gap, ast.Constant)
                and gap.value in (" ", "\u00a0")
                and any("currency" in ast.unparse(value) for value in (before, after))
                for before, gap, after in zip(
                    node.values, node.values[1:], node.values[2:], strict=False
                )
            ):
                yield f"{each.path}:{node.lineno}: {ast.unparse(node)}"


def strings(source: str) -> Iterator[tuple[int, str]]:
    """Every string of the code in quotes, and the parts of those with values in them without."""
    tree = parse(source)
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
