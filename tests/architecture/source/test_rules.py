"""Each rule sees a violation, however it is written. The controls of tests/architecture/test_layers.py."""

import pytest

from tests.architecture.source import rules
from tests.architecture.source.imports import made_up
from tests.architecture.source.packages import circles, explain, graph, upward

FORMS = [
    "import {package}.{name}",
    "import {package}.{name} as other",
    "from {package} import {name}",
    "from {package} import {name} as other",
    "from {package}.{name} import act",
    "from {package}.{name} import *",
    "def later():\n    from {package}.{name} import act",
    "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from {package} import {name}",
    "try:\n    import {package}.{name}\nexcept ImportError:\n    pass",
    "import importlib\nfound = importlib.import_module('{package}.{name}')",
    "from importlib import import_module\nfound = import_module(name='{package}.{name}')",
    "found = __import__('{package}.{name}')",
    "found = find_spec('{package}.{name}')",
    "NAMES = ['{package}.{name}']",
    "APP = '{package}.{name}:act'",
    "ACT = '{package}.{name}.act'",
    "import sys\ncommand = [sys.executable, '-m', '{package}.{name}', str(1)]",
    "run(python, '-m', '{package}.{name}')",
    "run('exec python3 -m {package}.{name} --once', shell=True)",
]
RELATIVE = ["from . import {name}", "from .{name} import act", "import_module('.{name}', __package__)"]  # fmt: skip
WHICHEVER = [
    "from handlers import *",
    "import_module(f'handlers.{name}')",
    "run(python, '-m', 'handlers')",
]
HARMLESS = [
    "import json, asyncpg.pool",
    "from handlers_of_others import auth",
    '"""Prose on handlers.auth."""',
    "class A:\n    b: int\n    '''handlers.auth'''",
    "text = f'see {name}.auth'",
    "import_module('json')",
    "run(python, '-m', 'pip', 'install')",
]


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("A = r'^[a-z]+$'", 1),
        ("A = Meta(pattern='^a$')", 1),
        ("A = re.compile(r'[a-z]+$')", 1),
        ("A = re.compile(r'(a$)|b')", 1),
        ("A = re.compile(r'^a$', re.MULTILINE)", 0),
        ("A = re.compile(r'^[a-z]+\\Z')", 0),
        ("A = re.compile(r'a\\$')", 0),
        ("SYMBOLS = {'USD': '$'}", 0),
    ],
)
def test_check_finds_a_pattern_that_allows_a_trailing_line_break(source: str, lines: int) -> None:
    assert len([*rules.open_ended_patterns(made_up({"sql/account.py": source}))]) == lines


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("text = f'{amount} {currency}'", 1),
        ("text = f'of {row.amount:,f} {row.currency}.'", 1),
        ("text = f'{currency} {amount}'", 1),
        ("text = f'{format_money(amount, currency)} of {currency}'", 0),
        ("text = f'{amount} in {currency}'", 0),
        ("text = f'{first} {last}'", 0),
    ],
)
def test_check_finds_hand_formatted_money(source: str, lines: int) -> None:
    modules = made_up({"sql/account.py": source, "schema/core/money.py": source})
    assert len([*rules.money_written_by_hand(modules)]) == lines


@pytest.mark.parametrize("form", FORMS)
def test_check_finds_each_form_of_import_of_a_higher_layer(form: str) -> None:
    source = form.format(package="rpc", name="told")
    modules = made_up({"sql/account.py": source, "rpc/told.py": ""})
    [found] = rules.of_a_layer_above(modules)
    assert found.startswith("sql/account.py:")
    assert "told" in found


@pytest.mark.parametrize(
    ("low", "high"),
    [("schema", "sql"), ("sql", "rpc"), ("rpc", "handlers"), ("schema", "handlers"), ("handlers", "tests")],
)  # fmt: skip
def test_check_finds_an_import_of_a_higher_layer_and_allows_one_of_a_lower(
    low: str, high: str
) -> None:
    up = made_up({f"{low}/a/b.py": f"import {high}.c", f"{high}/c.py": ""})
    down = made_up({f"{low}/a/b.py": "", f"{high}/c.py": f"import {low}.a.b"})
    assert rules.of_a_layer_above(up) == [f"{low}/a/b.py:1: import {high}.c"]
    assert high == "tests" or rules.of_a_layer_above(down) == []


def test_check_finds_an_import_of_a_missing_module_of_a_higher_layer() -> None:
    assert rules.of_a_layer_above(made_up({"sql/a.py": "from rpc.nowhere import x"}))


def test_check_finds_a_relative_import_of_a_higher_layer() -> None:
    modules = made_up({"sql/core/a.py": "from ...rpc import b", "rpc/b.py": ""})
    assert rules.of_a_layer_above(modules)


@pytest.mark.parametrize("form", [*FORMS, *RELATIVE])
@pytest.mark.parametrize("path", ["handlers/user.py", "handlers/_helper.py"])
def test_check_finds_an_import_of_a_module_that_serves_a_path(form: str, path: str) -> None:
    source = form.format(package="handlers", name="auth")
    assert rules.of_a_path(made_up({path: source, "handlers/auth.py": ""})) != []


@pytest.mark.parametrize("form", [*FORMS, *RELATIVE])
def test_import_check_allows_a_shared_module_of_handlers(form: str) -> None:
    source = form.format(package="handlers", name="_links")
    assert rules.of_a_path(made_up({"handlers/user.py": source, "handlers/_links.py": ""})) == []


@pytest.mark.parametrize(
    "handler", ["@query('/user/profile')", "@job('/user/send')", "@endpoint('/user/{a}')"]
)
def test_check_finds_an_import_of_a_module_that_registers_a_handler(handler: str) -> None:
    sources = {"handlers/user/profile.py": f"{handler}\nasync def profile(): ...\n"}
    sources["handlers/user/edit.py"] = "from handlers.user import profile"
    assert len(rules.of_a_path(made_up(sources))) == 1
    sources["handlers/user/profile.py"] = "async def profile(): ...\n"
    assert rules.of_a_path(made_up(sources)) == []


@pytest.mark.parametrize(
    ("path", "lines"),
    [
        ("handlers/user/sign_in.py", 0),
        ("handlers/cli/operators.py", 0),
        ("handlers/auth/sign_in.py", 1),
        ("handlers/flows/sign_in.py", 1),
    ],
)
def test_check_finds_an_import_of_another_path_segments_helper(path: str, lines: int) -> None:
    modules = made_up({"handlers/user/profile.py": "", path: "import handlers.user.profile"})
    assert len(rules.of_another_path(modules)) == lines


@pytest.mark.parametrize(
    ("users", "wrong"),
    [
        (["handlers/user/a.py", "handlers/auth.py"], []),
        (["handlers/user/a.py", "handlers/user/b.py"], ["handlers/flows/password.py"]),
        (["handlers/user/a.py", "handlers/cli/c.py"], ["handlers/flows/password.py"]),
        (["handlers/user/a.py", "handlers/flows/mails/link.py"], []),
        ([], ["handlers/flows/password.py"]),
    ],
)
def test_check_finds_a_flow_used_by_only_one_path_segment(
    users: list[str], wrong: list[str]
) -> None:
    sources = dict.fromkeys(users, "from handlers.flows import password")
    sources |= {"handlers/flows/password.py": ""}
    if "handlers/flows/mails/link.py" in users:
        through = "import handlers.flows.mails.link"
        sources |= {"handlers/auth/d.py": through, "handlers/user/e.py": through}
    assert rules.of_one_path(made_up(sources)) == wrong


@pytest.mark.parametrize("source", WHICHEVER)
def test_check_finds_a_dynamic_import_of_a_module_that_serves_a_path(source: str) -> None:
    modules = {"handlers/user.py": source, "handlers/auth.py": "", "handlers/__init__.py": ""}
    assert len(rules.of_a_path(made_up(modules))) == 1


@pytest.mark.parametrize("source", HARMLESS)
def test_import_check_ignores_modules_of_other_packages(source: str) -> None:
    modules = made_up({"handlers/user.py": source, "handlers/auth.py": ""})
    assert rules.of_a_path(modules) == []
    assert graph(modules) == {"handlers": {}}


@pytest.mark.parametrize(
    "source",
    [
        "job = registry.find('/user/send', Job)",
        "def f():\n    return {'queue': ['/user/send']}",
        "text(f\"update {table} set done = true where path = '/user/send' and {more}\")",
        "text('select * from queue where entrypoint = \\'/user/send\\'')",
    ],
)
@pytest.mark.parametrize("layer", ["schema", "sql", "rpc"])
def test_check_finds_a_call_path_named_in_a_lower_layer(layer: str, source: str) -> None:
    [found] = rules.paths_by_name(made_up({f"{layer}/a.py": source}), {"/user/send", "/user"})
    assert found.endswith(": /user/send")


@pytest.mark.parametrize(
    "source", ["'''/user/send'''", "f'is none of {x}/user/send'", "'/user/send_off'", "'see /user/send'"]
)  # fmt: skip
def test_mention_of_a_path_in_prose_is_not_a_reference(source: str) -> None:
    modules = made_up({"rpc/a.py": f"{source}\n", "handlers/b.py": "x = '/user/send'"})
    assert list(rules.paths_by_name(modules, {"/user/send"})) == []


def test_import_cycle_of_packages_is_shown_with_its_imports() -> None:
    packages = graph(
        made_up(
            {
                "rpc/config/settings.py": "import json\nfrom rpc.http.request import Endpoint",
                "rpc/http/request.py": "if TYPE_CHECKING:\n    from rpc.clicks import recorder",
                "rpc/clicks/recorder.py": "def later():\n    import rpc.config.settings as s",
                "rpc/app.py": "from rpc.http import request",
            }
        )
    )
    [circle] = circles(packages)
    assert explain(packages, circle) == "\n".join(
        [
            "rpc.clicks → rpc.config → rpc.http → rpc.clicks",
            "  rpc.clicks → rpc.config",
            "    rpc/clicks/recorder.py:2: import rpc.config.settings as s",
            "  rpc.config → rpc.http",
            "    rpc/config/settings.py:2: from rpc.http.request import Endpoint",
            "  rpc.http → rpc.clicks",
            "    rpc/http/request.py:2: from rpc.clicks import recorder",
        ]
    )


@pytest.mark.parametrize("form", FORMS[:-3])
def test_each_form_of_import_can_close_a_cycle(form: str) -> None:
    sources = {
        "sql/core/db.py": form.format(package="sql.links", name="link"),
        "sql/links/link.py": "from sql.core import db",
    }
    assert circles(graph(made_up(sources))) == [["sql.core", "sql.links"]]


def test_nested_folders_are_separate_packages() -> None:
    sources = {"rpc/a/b.py": "import rpc.a.c.d", "rpc/a/c/d.py": "from .. import b"}
    assert circles(graph(made_up(sources))) == [["rpc.a", "rpc.a.c"]]


def test_package_init_counts_as_above_its_modules() -> None:
    sources = {"rpc/__init__.py": "from rpc.a.b import c", "rpc/a/b.py": "c = 1"}
    assert circles(graph(made_up(sources))) == []
    sources["rpc/a/d.py"] = "from rpc import c"
    assert circles(graph(made_up(sources))) == [["rpc", "rpc.a"]]


def test_starting_a_subprocess_is_not_an_import_cycle() -> None:
    sources = {
        "handlers/serve.py": "from handlers.cli import processes",
        "handlers/cli/processes.py": "command = [python, '-m', 'handlers.serve']",
    }
    assert circles(graph(made_up(sources))) == []


def test_main_module_is_above_all_packages_of_its_layer() -> None:
    sources = {
        "handlers/__main__.py": "from handlers.cli import commands",
        "handlers/auth.py": "",
        "handlers/cli/commands.py": "import handlers.auth",
    }
    packages = graph(made_up(sources))
    assert circles(packages) == []
    order = ["handlers", "handlers.cli", "handlers.__main__"]
    assert list(upward(packages, "handlers", order)) == []
    assert list(upward(packages, "handlers", order[::-1])) != []


def test_check_reports_each_import_cycle_once() -> None:
    sources = {
        "sql/a/m.py": "import sql.b.m",
        "sql/b/m.py": "import sql.a.m, sql.c.m",
        "sql/c/m.py": "import sql.b.m",
        "sql/d/m.py": "import sql.a.m",
    }
    assert circles(graph(made_up(sources))) == [["sql.a", "sql.b"], ["sql.c", "sql.b"]]


def test_check_finds_an_import_against_the_order_of_packages() -> None:
    packages = graph(made_up({"sql/a/m.py": "from sql.b import m", "sql/b/m.py": ""}))
    assert list(upward(packages, "sql", ["sql.b", "sql.a"])) == []
    assert list(upward(packages, "sql", ["sql.a", "sql.b"])) == [
        "sql.a → sql.b: sql/a/m.py:1: from sql.b import m"
    ]


@pytest.mark.parametrize("order", [["sql.a"], ["sql.b", "sql.a", "sql.gone"]])
def test_check_finds_an_order_that_differs_from_the_packages(order: list[str]) -> None:
    packages = graph(made_up({"sql/a/m.py": "", "sql/b/m.py": "", "rpc/c.py": ""}))
    [found] = upward(packages, "sql", order)
    assert "differ" in found


@pytest.mark.parametrize(("source", "wrong"), [("", 0), ("from sql.a import m", 1)])
def test_layer_init_that_imports_needs_a_place_in_the_order(source: str, wrong: int) -> None:
    packages = graph(made_up({"sql/__init__.py": source, "sql/a/m.py": ""}))
    assert len(list(upward(packages, "sql", ["sql.a"]))) == wrong
    assert list(upward(packages, "sql", ["sql.a", "sql"])) == []
