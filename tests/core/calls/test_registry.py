"""A handler that breaks a rule is refused on registration, with a message that names the rule."""

from collections.abc import Callable
from typing import Any

import pytest

from rpc import (
    Brand,
    Code,
    Fault,
    Guest,
    Member,
    Operator,
    Publisher,
    Request,
    Respond,
    Response,
    Worker,
)
from rpc.calls.multipart import File, Upload, upload
from rpc.calls.registry import Registry
from rpc.calls.registry_entry import PERMISSION_RULE, Endpoint, Entry, Procedure
from rpc.jobs.job import Job, job, job_for
from schema.core.envelope import Nothing, Page

Register = Callable[..., Callable[[Any], Entry]]
HERE = "handlers.things"


NAMES = {
    "Response": Response, "Brand": Brand, "Code": Code, "Request": Request, "Fault": Fault, "File": File,
    "Respond": Respond,
    "Guest": Guest, "Member": Member, "Publisher": Publisher, "Operator": Operator, "Nothing": Nothing, "Page": Page,
    "Worker": Worker,
}  # fmt: skip


def handler(
    name: str, parameters: str, returns: str = " -> Nothing", doc: str = "Do it.", body: str = "..."
) -> Any:
    """An async function of handlers/things.py."""
    made = dict(NAMES)
    exec(f"async def {name}({parameters}){returns}:\n    {doc!r}\n    {body}\n", made)
    function: Any = made[name]
    function.__module__ = HERE
    return function


def fresh() -> dict[str, Register]:
    """Each way to register, with a registry of its own."""
    to = Registry()
    return {
        "query": to.query,
        "procedure": to.procedure,
        "endpoint": to.endpoint,
        "job": lambda path: job(path, to=to),
        "upload": lambda path, **options: upload(path, to=to, **options),
    }


SOUND = {
    "query": ("ctx: Guest", " -> Nothing"),
    "procedure": ("ctx: Guest", " -> Nothing"),
    "endpoint": ("ctx: Request", " -> Response"),
    "job": ("ctx: Worker, attributes: Nothing", " -> None"),
    "upload": ("ctx: Guest, file: File", " -> Nothing"),
}
"""What each takes and returns."""
KINDS = {"query": Procedure, "procedure": Procedure, "endpoint": Endpoint, "job": Job, "upload": Upload}  # fmt: skip
CALLERS = {
    "query": "Guest",
    "procedure": "Guest",
    "endpoint": "Request",
    "job": "Worker",
    "upload": "Guest",
}
ENDPOINT = "must take a Request, and nothing else but `respond`"
ANSWER = "must return a Response, or take `respond`"
PARTS = "must take attributes, filter and page only"
JOB, FILE = "must take `attributes` and nothing else", "must take `file` and nothing else"
ALL = "must annotate all its parameters and what it returns"


def find_broken_rule(way: str, path: str, function: Any) -> str:
    """The rule that is named when it is registered."""
    with pytest.raises(TypeError) as error:
        fresh()[way](path)(function)
    name, _, rule = str(error.value).partition(": a handler ")
    assert name == f"{HERE}.{function.__name__}"
    return rule


@pytest.mark.parametrize("way", SOUND)
class TestRegistration:
    def test_valid_handler_is_registered(self, way: str) -> None:
        function = handler("act_", *SOUND[way])
        entry = fresh()[way]("/things/act")(function)
        assert type(entry) is KINDS[way]
        assert (entry.path, entry.handler, entry.summary) == ("/things/act", function, "Do it.")

    @pytest.mark.parametrize("path", ["/other/act", "/things/other", "/things/act/more"])
    def test_call_path_that_differs_from_its_module_is_refused(self, way: str, path: str) -> None:
        rule = find_broken_rule(way, path, handler("act", *SOUND[way]))
        assert rule == f"must be declared as /things/act, not as {path}"

    @pytest.mark.parametrize("caller", ["ctx: int", "ctx", "ctx: list[int]", "*, ctx: object"])
    def test_handler_with_a_wrong_caller_type_is_refused(self, way: str, caller: str) -> None:
        parameters, returns = SOUND[way]
        others = [each for each in parameters.split(", ")[1:] if "*" not in caller]
        function = handler("act", ", ".join([caller, *others]), returns)
        assert find_broken_rule(way, "/things/act", function) == f"must take a {CALLERS[way]} first"

    def test_handler_without_a_caller_is_refused(self, way: str) -> None:
        rule = find_broken_rule(way, "/things/act", handler("act", "", SOUND[way][1]))
        assert rule == f"must take a {CALLERS[way]} first"

    def test_handler_without_a_docstring_is_refused(self, way: str) -> None:
        function = handler("act", *SOUND[way], doc="")
        assert find_broken_rule(way, "/things/act", function) == "must have a docstring"

    def test_handler_without_a_return_type_is_refused(self, way: str) -> None:
        parameters, _ = SOUND[way]
        rule = find_broken_rule(way, "/things/act", handler("act", parameters, ""))
        assert rule == ALL

    def test_second_handler_of_a_path_is_refused(self, way: str) -> None:
        register = fresh()[way]
        register("/things/act")(handler("act", *SOUND[way]))
        with pytest.raises(TypeError, match=r"^/things/act is declared twice$"):
            register("/things/act")(handler("act", *SOUND[way]))


@pytest.mark.parametrize(
    ("way", "parameters", "rule"),
    [
        ("query", "ctx: Guest, file: File", PARTS),
        ("procedure", "ctx: Guest, attributes: Nothing, more: Nothing", PARTS),
        ("procedure", "ctx: Guest, **further: Nothing", PARTS),
        ("query", "ctx: Guest, filter", ALL),
        ("procedure", "ctx: Guest, attributes, page: Page", ALL),
        ("job", "ctx: Worker", JOB),
        ("job", "ctx: Worker, filter: Nothing", JOB),
        ("job", "ctx: Worker, attributes: Nothing, page: Page", JOB),
        ("job", "ctx: Worker, attributes", ALL),
        ("upload", "ctx: Guest", FILE),
        ("upload", "ctx: Guest, file: bytes", FILE),
        ("upload", "ctx: Guest, file: File, attributes: Nothing", FILE),
        ("upload", "ctx: Guest, file", ALL),
        ("endpoint", "ctx: Request, attributes: Nothing", ENDPOINT),
        ("endpoint", "ctx: Request, respond: Nothing", ENDPOINT),
    ],
)
def test_handler_with_an_unsupported_parameter_is_refused(
    way: str, parameters: str, rule: str
) -> None:
    assert find_broken_rule(way, "/things/act", handler("act", parameters, SOUND[way][1])) == rule


@pytest.mark.parametrize(
    ("parameters", "returns"),
    [("ctx: Request", " -> Nothing"), ("ctx: Request", " -> None"), ("ctx: Request, respond: Respond", " -> Response")],
)  # fmt: skip
def test_endpoint_that_returns_no_response_is_refused(parameters: str, returns: str) -> None:
    assert (
        find_broken_rule("endpoint", "/things/act", handler("act", parameters, returns)) == ANSWER
    )


@pytest.mark.parametrize("parts", ["", "attributes: Nothing", "filter: Nothing, page: Page"])
@pytest.mark.parametrize("caller", ["Guest", "Member", "Brand"])
def test_call_accepts_every_combination_of_parts_and_callers(caller: str, parts: str) -> None:
    function = handler("act", ", ".join(filter(None, [f"ctx: {caller}", parts])))
    entry = fresh()["query"]("/things/act", permission=None)(function)
    assert entry.context is {"Guest": Guest, "Member": Member, "Brand": Brand}[caller]
    assert entry.parameters == {
        "": {},
        "attributes: Nothing": {"attributes": Nothing},
        "filter: Nothing, page: Page": {"filter": Nothing, "page": Page},
    }[parts]  # fmt: skip


@pytest.mark.parametrize("way", ["query", "procedure", "upload"])
class TestPermission:
    @pytest.mark.parametrize("caller", ["Member", "Publisher", "Operator"])
    def test_handler_without_a_declared_permission_is_refused(self, way: str, caller: str) -> None:
        _, *others = SOUND[way][0].split(", ")
        function = handler("act", ", ".join([f"ctx: {caller}", *others]))
        assert find_broken_rule(way, "/things/act", function) == PERMISSION_RULE

    @pytest.mark.parametrize("permission", ["report.read", None])
    def test_registry_keeps_the_declared_permission_of_a_call(
        self, way: str, permission: str | None
    ) -> None:
        _, *others = SOUND[way][0].split(", ")
        function = handler("act", ", ".join(["ctx: Publisher", *others]))
        entry = fresh()[way]("/things/act", permission=permission)(function)
        assert entry.permission == (permission or "")

    @pytest.mark.parametrize("caller", ["Guest", "Brand"])
    def test_call_without_a_session_needs_no_permission(self, way: str, caller: str) -> None:
        _, *others = SOUND[way][0].split(", ")
        function = handler("act", ", ".join([f"ctx: {caller}", *others]))
        assert fresh()[way]("/things/act")(function).permission == ""


@pytest.mark.parametrize(
    ("path", "name"),
    [("/things/{act}", "act"), ("/things/act/{rest}", "act"), ("/act", "act"), ("/act.json", "act")],
)  # fmt: skip
def test_endpoint_path_that_matches_its_module_is_accepted(path: str, name: str) -> None:
    assert fresh()["endpoint"](path)(handler(name, "ctx: Request", " -> Response")).path == path


@pytest.mark.parametrize("path", ["/other/{act}", "/things/{other}", "/other", "/things/other/{act}"])  # fmt: skip
def test_endpoint_path_that_differs_from_its_module_is_refused(path: str) -> None:
    rule = find_broken_rule("endpoint", path, handler("act", "ctx: Request", " -> Response"))
    assert rule == f"must be declared as /things/act, not as {path}"


def test_endpoint_may_respond_through_a_parameter() -> None:
    entry = fresh()["endpoint"]("/things/act")(
        handler("act", "ctx: Request, respond: Respond", " -> None")
    )
    assert isinstance(entry, Endpoint)
    assert entry.responds
    assert entry.parameters == {"respond": Respond}


async def outcome(way: str, code: Code, raises: list[Code]) -> Exception:
    """What becomes of a fault of a handler that declares those codes."""
    to, body = Registry(), f"raise Fault(Code.{code.name})"
    act = handler("act", *SOUND[way], body=body)
    entry: Any = {
        "query": lambda: to.query("/things/act", raises=raises)(act),
        "procedure": lambda: to.procedure("/things/act", raises=raises)(act),
        "upload": lambda: upload("/things/act", raises=raises, to=to)(act),
    }[way]()
    with pytest.raises((Fault, TypeError)) as error:
        await (entry.run_handler(None, File("a", b"b")) if way == "upload" else entry(None, {}))
    return error.value


@pytest.mark.parametrize("way", ["query", "procedure", "upload"])
class TestCodes:
    @pytest.mark.parametrize(
        ("code", "raises"),
        [(Code.SITE_INVALID, [Code.SITE_INVALID]), (Code.TOO_MANY_REQUESTS, [])],
        ids=["declared", "of any call"],
    )
    async def test_declared_or_general_error_code_of_a_call_is_answered(
        self, way: str, code: Code, raises: list[Code]
    ) -> None:
        error = await outcome(way, code, raises)
        assert isinstance(error, Fault)
        assert error.code is code

    async def test_undeclared_error_code_of_a_call_is_a_type_error(self, way: str) -> None:
        error = await outcome(way, Code.SITE_INVALID, [Code.USERNAME_TAKEN])
        assert isinstance(error, TypeError)
        assert str(error) == "/things/act does not declare SITE_INVALID"
        assert isinstance(error.__cause__, Fault)


class TestLookup:
    def test_registered_path_is_found_only_under_its_kind_of_entry(self) -> None:
        to = Registry()
        entry = to.query("/things/act")(handler("act", "ctx: Guest"))
        assert to.find("/things/act", Procedure) is entry
        assert "/things/act" in to
        assert "/things/other" not in to
        for path, kind in (("/things/act", Job), ("/things/other", Procedure)):
            with pytest.raises(Fault) as error:
                to.find(path, kind)
            assert error.value.code is Code.PATH_UNKNOWN

    def test_background_job_is_found_by_its_argument_type(self) -> None:
        to = Registry()
        with pytest.raises(LookupError, match=r"^0 jobs take Nothing, not one$"):
            job_for(Nothing, to)
        first = job("/things/act", to=to)(handler("act", *SOUND["job"]))
        job("/things/turn", to=to)(handler("turn", "ctx: Worker, attributes: Page", " -> None"))
        assert job_for(Nothing, to) is first
        job("/things/again", to=to)(handler("again", *SOUND["job"]))
        with pytest.raises(LookupError, match=r"^2 jobs take Nothing, not one$"):
            job_for(Nothing, to)
