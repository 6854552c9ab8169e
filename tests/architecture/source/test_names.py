"""A name says what a thing is or does: no bare participle for a function, no filler for a parameter or a constant."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.architecture.source.imports import ROOT, nodes, parse, project

PARTICIPLE = re.compile(r"_?[a-z]+ed_?")
VERBS = {"embed", "exceed", "feed", "need", "proceed", "seed", "shed", "speed", "succeed"}
"""They end like a participle."""
IRREGULAR = {
    "begun", "bound", "bought", "broken", "brought", "built", "caught", "chosen", "drawn", "driven",
    "fallen", "fed", "forgotten", "frozen", "grown", "hidden", "known", "led", "left", "lent", "lost",
    "meant", "met", "paid", "sent", "shown", "sold", "spent", "stolen", "struck", "thrown", "torn",
    "understood", "won", "written",
}  # fmt: skip
"""Participles without -ed. Those that are also a present tense, such as `read`, say what a function does."""
FILLERS = {
    "also", "asked", "came", "done", "found", "given", "gone", "heard", "held", "kept", "made",
    "place", "places", "said", "seen", "taken", "told", "wanted",
}  # fmt: skip
"""Names that would fit anything."""
LOCAL_FILLERS = {"came", "heard", "kept", "place", "places", "said", "told"}
"""Those that no variable has either."""
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef
TYPESCRIPT_FUNCTION = re.compile(
    r"\bfunction\*? (?P<named>\w+) *[(<]"
    r"|\bconst (?P<arrow>\w+)(?:: [^=\n]+)? = (?:async )?(?:<[^>]*>)?"
    r"(?:\([^()]*(?:\([^()]*\)[^()]*)*\)(?:: [^=]+?)?|\w+) =>"
)
"""A function, or a constant that is an arrow function whose parameters nest parentheses once at most."""


def functions(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS):
            yield node.name


def parameters(tree: ast.AST) -> Iterator[str]:
    """Those of test functions are left out: each is a column of its `parametrize`."""
    for node in ast.walk(tree):
        if isinstance(node, FUNCTIONS | ast.Lambda) and not (
            isinstance(node, FUNCTIONS) and node.name.startswith("test_")
        ):
            yield from (part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg))


def module_names(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign):
            targets = [node.target]
        yield from (target.id for target in targets if isinstance(target, ast.Name))
        if isinstance(node, ast.ClassDef):
            yield node.name


def is_bare_participle(name: str) -> bool:
    """Whether a name is a participle and nothing else."""
    word = name.strip("_")
    return word in FILLERS | IRREGULAR or (
        PARTICIPLE.fullmatch(name) is not None and word not in VERBS
    )


def bare_participles(source: str) -> set[str]:
    """Functions of a Python source whose name is a participle and nothing else."""
    return {name for name in functions(parse(source)) if is_bare_participle(name)}


def typescript_participles(source: str) -> set[str]:
    """Functions of a TypeScript source whose name is a participle and nothing else."""
    names = (match["named"] or match["arrow"] for match in TYPESCRIPT_FUNCTION.finditer(source))
    return {name for name in names if is_bare_participle(name)}


def fillers(source: str) -> set[str]:
    """Parameters, and names of the module itself, that would fit any other thing as well."""
    tree = parse(source)
    return {
        name
        for name in [*parameters(tree), *module_names(tree)]
        if name.strip("_").lower() in FILLERS
    }


def local_fillers(source: str) -> set[str]:
    """Variables and attributes of a class that would fit any other thing as well."""
    names = {
        node.id
        for node in nodes(source)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return names & LOCAL_FILLERS


def sources() -> Iterator[tuple[str, str]]:
    for module in project().values():
        yield module.path, module.source
    for file in sorted((ROOT / "tests").rglob("*.py")):
        yield file.relative_to(ROOT).as_posix(), file.read_text()


def test_no_function_name_is_a_bare_participle() -> None:
    wrong = {f"{file}: {name}" for file, source in sources() for name in bare_participles(source)}
    assert wrong == set()


def test_no_web_function_name_is_a_bare_participle() -> None:
    files = [file for file in (ROOT / "web/src").rglob("*.ts*") if ".gen." not in file.name]
    assert len(files) > 500
    wrong = {
        f"{file.relative_to(ROOT)}: {name}"
        for file in files
        for name in typescript_participles(file.read_text())
    }
    assert wrong == set()


def test_no_parameter_or_constant_has_a_filler_name() -> None:
    wrong = {f"{file}: {name}" for file, source in sources() for name in fillers(source)}
    assert wrong == set()


def test_no_variable_has_a_filler_name() -> None:
    wrong = {f"{file}: {name}" for file, source in sources() for name in local_fillers(source)}
    assert wrong == set()


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("def checked(): ...", {"checked"}),
        ("class A:\n    async def _bounded(self): ...", {"_bounded"}),
        ("def found(): ...", {"found"}),
        ("def outer():\n    def _sent(): ...", {"_sent"}),
        ("@pytest.fixture\ndef joined(): ...", {"joined"}),
        ("def feed(): ...\ndef check(): ...\ndef is_checked(): ...\ndef read(): ...", set()),
    ],
)
def test_check_finds_a_function_named_by_a_bare_participle(source: str, names: set[str]) -> None:
    """The control."""
    assert bare_participles(source) == names


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("export async function shown<T>(a: T) {}", {"shown"}),
        ("const told = () => 1;", {"told"}),
        (
            "const saved = async (by: typeof kit, at: () => void): Promise<X | null> => {};",
            {"saved"},
        ),
        ("const listed: Lister = list => list;", {"listed"}),
        ("const found = items.map((item) => item.id);\nconst seed = () => 1;", set()),
    ],
)
def test_check_finds_a_typescript_function_named_by_a_bare_participle(
    source: str, names: set[str]
) -> None:
    """The control."""
    assert typescript_participles(source) == names


def test_check_finds_a_filler_name_of_a_parameter_or_constant() -> None:
    """The control."""
    source = "KEPT = 1\nTold: int = 2\n\ndef f(given, *, found): return lambda place: locked\n"
    assert fillers(source) == {"KEPT", "Told", "given", "found", "place"}


def test_check_finds_a_filler_name_of_a_variable() -> None:
    """The control."""
    source = "def f():\n    told, [kept] = g()\n    return {said: lost for said in told}\n"
    assert local_fillers(source) == {"kept", "said", "told"}
