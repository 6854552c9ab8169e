"""Every change of data that clicks are judged by sends a notification, on which recorders drop cached links."""

import ast
import re
from pathlib import Path

import pytest

from sql.clicks.link_cache_invalidation import ROUTE_CHANNEL, notify_routes
from sql.core.fast_pool import Subscription, open_fast_pool
from tests.support.portal import Portal

SQL = Path(__file__).parent.parent.parent / "sql"
WRITES = re.compile(
    r"\b(?:update|insert\s+into|delete\s+from)\s+(?:link|site|relationship|brand)\b(?!_)"
)
SILENT = {
    "channels.channel.add": "nobody remembers a channel that is new",
    "links.link.add": "nor a link",
    "channels.channel.verify": "a proof is not judged",
    "brands.logo.put": "a picture is not judged",
    "network.expected_decision_date.update_expectations": "nor is how long decisions take",
    "network.measured.statements.save_figures": "figures are not judged",
    "brands.sandbox_brand.ensure": "its brands are new, and no link to them is remembered",
    "brands.stated_commission.renew": "nor is a commission in words",
}
"""Writers that need not notify, and why."""


def functions(file: Path) -> dict[str, str]:
    """Each function's text, with that of the constants it names."""
    text = file.read_text()
    tree, lines = ast.parse(text), text.splitlines()

    def text_of(node: ast.stmt) -> str:
        return "\n".join(lines[node.lineno - 1 : node.end_lineno])

    constants = {
        node.targets[0].id: text_of(node)
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    found = {}
    for node in tree.body:
        if isinstance(node, ast.AsyncFunctionDef | ast.FunctionDef):
            names = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
            module = ".".join(file.relative_to(SQL).with_suffix("").parts)
            found[f"{module}.{node.name}"] = "\n".join(
                [text_of(node), *(constants[name] for name in sorted(names & constants.keys()))]
            )
    return found


ALL = {name: text for file in sorted(SQL.rglob("*.py")) for name, text in functions(file).items()}
WRITERS = sorted(name for name, text in ALL.items() if WRITES.search(text))


def test_every_exemption_from_announcing_link_changes_names_an_existing_function() -> None:
    assert set(WRITERS) >= SILENT.keys()
    assert len(WRITERS) > len(SILENT) + 5


@pytest.mark.parametrize("name", [name for name in WRITERS if name not in SILENT])
def test_every_function_that_changes_a_link_announces_the_change(name: str) -> None:
    assert "await notify_routes(db)" in ALL[name]


async def test_change_of_a_link_is_announced_after_its_commit(
    portal: Portal, database_url: str
) -> None:
    notices: list[None] = []
    listening = Subscription(ROUTE_CHANNEL, lambda: notices.append(None))
    async with (
        open_fast_pool(database_url, subscription=listening) as lent,
        lent.connection() as db,
    ):
        assert len(notices) == 1  # it cannot know what was before
        async with portal.db() as other, other.transaction():
            await notify_routes(other)
            await db.fetch("select 1")
            assert len(notices) == 1
        await db.fetch("select 1")
        assert len(notices) == 2
        # One's own, before the next statement.
        async with db.transaction():
            await notify_routes(db)
        assert len(notices) == 3
