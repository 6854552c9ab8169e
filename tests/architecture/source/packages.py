"""The graph of packages: which folder of modules imports from which."""

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence

from tests.architecture.source.imports import Import, Module, Modules, all_imports

Graph = dict[str, dict[str, list[Import]]]
"""For each package those of its own layer that it imports from, and by which lines."""


def package_of(target: str, modules: Modules) -> str:
    name = target.removesuffix(".*")
    return room(modules[name]) if name in modules else name


def room(module: Module) -> str:
    """The package of a module. The program itself is above all: nothing can import a `__main__`."""
    return module.name if module.name.endswith("__main__") else module.package


def graph(modules: Modules) -> Graph:
    """Imports for typing count, processes do not: to start `python -m handlers` imports nothing."""
    found: Graph = {room(each): defaultdict(list) for each in modules.values()}
    for each in all_imports(modules):
        package, target = room(each.importer), package_of(each.target, modules)
        same_layer = package.partition(".")[0] == target.partition(".")[0]
        if same_layer and package != target and not each.process:
            found[package][target].append(each)
    return found


def circles(packages: Graph) -> list[list[str]]:
    """The shortest circle through each package that is in one, each circle once."""
    found = {}
    for package in sorted(packages):
        if circle := shortest(packages, package):
            found.setdefault(frozenset(circle), circle)
    return list(found.values())


def shortest(packages: Graph, start: str) -> list[str]:
    """The shortest way from a package back to itself; empty if there is none."""
    waiting, seen = deque([[start]]), set[str]()
    while waiting:
        way = waiting.popleft()
        for package in sorted(packages.get(way[-1], {})):
            if package == start:
                return way
            if package not in seen:
                seen.add(package)
                waiting.append([*way, package])
    return []


def explain(packages: Graph, circle: Sequence[str]) -> str:
    """A circle, and the lines that close it."""
    lines = [" → ".join([*circle, circle[0]])]
    for package, target in zip(circle, [*circle[1:], circle[0]], strict=True):
        lines += [f"  {package} → {target}"]
        lines += [f"    {each}" for each in packages[package][target]]
    return "\n".join(lines)


def upward(packages: Graph, layer: str, order: Sequence[str]) -> Iterator[str]:
    """Imports of a package above in its layer; `order` lists all packages of the layer from the bottom.

    A layer's own `__init__` may be left out where it imports nothing.
    """
    known = {name for name in packages if name.partition(".")[0] == layer}
    if not packages.get(layer) and layer not in order:
        known.discard(layer)
    if different := known ^ set(order):
        yield f"the order of {layer} and its packages differ: {', '.join(sorted(different))}"
        return
    for package, targets in packages.items():
        for target, found in targets.items():
            if package in order and order.index(target) > order.index(package):
                yield from (f"{package} → {target}: {each}" for each in found)
