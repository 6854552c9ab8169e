"""Templates of mails: what every one of them has, and that only the version in HTML is escaped."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from jinja2 import nodes
from jinja2.meta import find_undeclared_variables

from rpc.mail.mailer import FOLDER, render, templates

NAMES = sorted(file.name.removesuffix(".en.txt") for file in FOLDER.glob("*.en.txt"))
WITHOUT_NEXT_STEP = {"account_closed", "email_changed"}
HOSTILE = """Harrow & Hearth's <b>"1"</b>"""


def compare_values(name: str) -> dict[str, list[str]]:
    """Each variable of a mail with the values that decide what it says, and a hostile one."""
    source = (FOLDER / f"{name}.en.txt").read_text() + (FOLDER / f"{name}.en.html").read_text()
    # Inheritance is only for whole files.
    tree = templates().parse(
        "\n".join(line for line in source.splitlines() if "extends" not in line)
    )
    values = {variable: [HOSTILE] for variable in find_undeclared_variables(tree) | {"name"}}
    for compare in tree.find_all(nodes.Compare):
        if isinstance(compare.expr, nodes.Name):
            known = values[compare.expr.name]
            known += [
                operand.expr.value
                for operand in compare.ops
                if isinstance(operand.expr, nodes.Const) and operand.expr.value not in known
            ]
    return values


def render_each(name: str) -> Iterator[Any]:
    values = compare_values(name)
    for chosen in product(*values.values()):
        yield render(name, "en", dict(zip(values, chosen, strict=True)))


@pytest.mark.parametrize("name", NAMES)
def test_subject_and_text_are_plain_and_html_is_escaped(name: str) -> None:
    for message in render_each(name):
        plain = message.subject + message.text
        assert HOSTILE in message.text
        for escaped in ("&amp;", "&#39;", "&#34;", "&lt;", "&gt;"):
            assert escaped not in plain
        assert "<b>" not in message.html
        assert "Harrow &amp; Hearth&#39;s &lt;b&gt;" in message.html


@pytest.mark.parametrize("name", NAMES)
def test_every_mail_names_the_product_and_has_a_button(name: str) -> None:
    html = (FOLDER / f"{name}.en.html").read_text()

    assert "Publisher portal" in (FOLDER / f"{name}.en.txt").read_text().partition("\n")[0]
    assert ("{{ button(" in html) is (name not in WITHOUT_NEXT_STEP)


def test_a_button_is_a_link_that_escapes_its_address() -> None:
    source = '{% from "button.html" import button %}{{ button(url, "Go") }}'
    shown = templates().from_string(source).render(url='https://x.example/?a=1&b="2"')

    assert shown.count('href="https://x.example/?a=1&amp;b=&#34;2&#34;"') == 2
    assert ">Go</a>" in shown
