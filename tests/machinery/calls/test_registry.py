"""What a handler must keep to is refused when it is registered, with a message that says what is wrong."""

from collections.abc import Callable
from typing import Any

import pytest

from rpc import Brand, Code, Fault, Guest, Member, Request, Respond, Response, Worker
from rpc.calls.multipart import File, Upload, upload
from rpc.calls.registry import Registry
from rpc.calls.registry_entry import DoorEntry, Entry, Procedure
from rpc.jobs.job import Job, job, job_for
from schema.core.envelope import Nothing, Page

Register = Callable[..., Callable[[Any], Entry]]
HERE = "handlers.things"


NAMES = {
    "Response": Response, "Brand": Brand, "Code": Code, "Request": Request, "Fault": Fault, "File": File,
    "Respond": Respond,
    "Guest": Guest, "Member": Member, "Nothing": Nothing, "Page": Page, "Worker": Worker,
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
        "door": to.door,
        "job": lambda path: job(path, to=to),
        "upload": lambda path: upload(path, to=to),
    }


SOUND = {
    "query": ("ctx: Guest", " -> Nothing"),
    "procedure": ("ctx: Guest", " -> Nothing"),
    "door": ("ctx: Request", " -> Response"),
    "job": ("ctx: Worker, attributes: Nothing", " -> None"),
    "upload": ("ctx: Guest, file: File", " -> Nothing"),
}
"""What each takes and returns."""
KINDS = {"query": Procedure, "procedure": Procedure, "door": DoorEntry, "job": Job, "upload": Upload}  # fmt: skip
CALLERS = {"query": "Guest", "procedure": "Guest", "door": "Request", "job": "Worker", "upload": "Guest"}  # fmt: skip
DOOR = "must take a Request, and nothing else but `respond`"
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
class TestEach:
    def test_one_that_keeps_to_all_is_taken(self, way: str) -> None:
        function = handler("act_", *SOUND[way])
        entry = fresh()[way]("/things/act")(function)
        assert type(entry) is KINDS[way]
        assert (entry.path, entry.handler, entry.summary) == ("/things/act", function, "Do it.")

    @pytest.mark.parametrize("path", ["/other/act", "/things/other", "/things/act/more"])
    def test_one_that_lives_elsewhere(self, way: str, path: str) -> None:
        rule = find_broken_rule(way, path, handler("act", *SOUND[way]))
        assert rule == f"must be declared as /things/act, not as {path}"

    @pytest.mark.parametrize("caller", ["ctx: int", "ctx", "ctx: list[int]", "*, ctx: object"])
    def test_one_that_takes_another_caller(self, way: str, caller: str) -> None:
        parameters, returns = SOUND[way]
        others = [each for each in parameters.split(", ")[1:] if "*" not in caller]
        function = handler("act", ", ".join([caller, *others]), returns)
        assert find_broken_rule(way, "/things/act", function) == f"must take a {CALLERS[way]} first"

    def test_one_that_takes_no_caller(self, way: str) -> None:
        rule = find_broken_rule(way, "/things/act", handler("act", "", SOUND[way][1]))
        assert rule == f"must take a {CALLERS[way]} first"

    def test_one_without_a_docstring(self, way: str) -> None:
        function = handler("act", *SOUND[way], doc="")
        assert find_broken_rule(way, "/things/act", function) == "must have a docstring"

    def test_one_that_does_not_say_what_it_returns(self, way: str) -> None:
        parameters, _ = SOUND[way]
        rule = find_broken_rule(way, "/things/act", handler("act", parameters, ""))
        assert rule == ALL

    def test_one_of_a_path_that_is_there_already(self, way: str) -> None:
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
        ("door", "ctx: Request, attributes: Nothing", DOOR),
        ("door", "ctx: Request, respond: Nothing", DOOR),
    ],
)
def test_one_that_takes_what_it_cannot_be_given(way: str, parameters: str, rule: str) -> None:
    assert find_broken_rule(way, "/things/act", handler("act", parameters, SOUND[way][1])) == rule


@pytest.mark.parametrize(
    ("parameters", "returns"),
    [("ctx: Request", " -> Nothing"), ("ctx: Request", " -> None"), ("ctx: Request, respond: Respond", " -> Response")],
)  # fmt: skip
def test_a_door_that_answers_something_else(parameters: str, returns: str) -> None:
    assert find_broken_rule("door", "/things/act", handler("act", parameters, returns)) == ANSWER


@pytest.mark.parametrize("parts", ["", "attributes: Nothing", "filter: Nothing, page: Page"])
@pytest.mark.parametrize("caller", ["Guest", "Member", "Brand"])
def test_a_call_takes_its_parts_and_any_caller(caller: str, parts: str) -> None:
    function = handler("act", ", ".join(filter(None, [f"ctx: {caller}", parts])))
    entry = fresh()["query"]("/things/act")(function)
    assert entry.context is {"Guest": Guest, "Member": Member, "Brand": Brand}[caller]
    assert entry.parameters == {
        "": {},
        "attributes: Nothing": {"attributes": Nothing},
        "filter: Nothing, page: Page": {"filter": Nothing, "page": Page},
    }[parts]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "name"),
    [("/things/{act}", "act"), ("/things/act/{rest}", "act"), ("/act", "act"), ("/act.json", "act")],
)  # fmt: skip
def test_a_door_lives_where_its_path_says(path: str, name: str) -> None:
    assert fresh()["door"](path)(handler(name, "ctx: Request", " -> Response")).path == path


@pytest.mark.parametrize("path", ["/other/{act}", "/things/{other}", "/other", "/things/other/{act}"])  # fmt: skip
def test_a_door_does_not_live_elsewhere(path: str) -> None:
    rule = find_broken_rule("door", path, handler("act", "ctx: Request", " -> Response"))
    assert rule == f"must be declared as /things/act, not as {path}"


def test_a_door_may_give_its_answer() -> None:
    entry = fresh()["door"]("/things/act")(
        handler("act", "ctx: Request, respond: Respond", " -> None")
    )
    assert isinstance(entry, DoorEntry)
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
    async def test_one_that_may_be_is_answered(
        self, way: str, code: Code, raises: list[Code]
    ) -> None:
        error = await outcome(way, code, raises)
        assert isinstance(error, Fault)
        assert error.code is code

    async def test_one_that_is_not_declared_is_a_bug(self, way: str) -> None:
        error = await outcome(way, Code.SITE_INVALID, [Code.USERNAME_TAKEN])
        assert isinstance(error, TypeError)
        assert str(error) == "/things/act does not declare SITE_INVALID"
        assert isinstance(error.__cause__, Fault)


class TestFinding:
    def test_a_path_is_found_as_what_it_is(self) -> None:
        to = Registry()
        entry = to.query("/things/act")(handler("act", "ctx: Guest"))
        assert to.find("/things/act", Procedure) is entry
        assert "/things/act" in to
        assert "/things/other" not in to
        for path, kind in (("/things/act", Job), ("/things/other", Procedure)):
            with pytest.raises(Fault) as error:
                to.find(path, kind)
            assert error.value.code is Code.PATH_UNKNOWN

    def test_a_job_is_found_by_what_it_takes(self) -> None:
        to = Registry()
        with pytest.raises(LookupError, match=r"^0 jobs take Nothing, not one$"):
            job_for(Nothing, to)
        first = job("/things/act", to=to)(handler("act", *SOUND["job"]))
        job("/things/turn", to=to)(handler("turn", "ctx: Worker, attributes: Page", " -> None"))
        assert job_for(Nothing, to) is first
        job("/things/again", to=to)(handler("again", *SOUND["job"]))
        with pytest.raises(LookupError, match=r"^2 jobs take Nothing, not one$"):
            job_for(Nothing, to)
