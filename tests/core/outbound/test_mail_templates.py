"""Templates of mails: their common parts, and that only the HTML version is escaped."""

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from jinja2 import nodes
from jinja2.meta import find_undeclared_variables

from rpc.mail.mailer import FOLDER, render, templates

NAMES = sorted(file.name.removesuffix(".en.txt") for file in FOLDER.glob("*.en.txt"))
WITHOUT_NEXT_STEP = {"account_closed", "email_changed", "test"}
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
def test_mail_subject_and_text_are_plain_and_html_is_escaped(name: str) -> None:
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


def test_button_of_a_mail_is_a_link_whose_url_is_escaped() -> None:
    source = '{% from "button.html" import button %}{{ button(url, "Go") }}'
    shown = templates().from_string(source).render(url='https://x.example/?a=1&b="2"')

    assert shown.count('href="https://x.example/?a=1&amp;b=&#34;2&#34;"') == 2
    assert ">Go</a>" in shown


class TestColours:
    """Of the layout, by day and by night: those of a style sheet where it is read, else those of each element."""

    LAYOUT = (FOLDER / "layout.html").read_text() + (FOLDER / "button.html").read_text()

    @pytest.mark.parametrize(
        ("text", "on"),
        [("page", "page"), ("page", "card"), ("small", "page"), ("small", "card"),
         ("link", "page"), ("link", "card"), ("button", "button")],
    )  # fmt: skip
    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_every_text_of_a_mail_has_sufficient_contrast(
        self, text: str, on: str, scheme: str
    ) -> None:
        colours = self.dark() if scheme == "dark" else self.light()

        assert contrast(colours[text, "color"], colours[on, "background"]) >= 4.5

    @pytest.mark.parametrize("name", NAMES)
    def test_every_link_of_a_mail_has_a_style_class_and_an_inline_colour(self, name: str) -> None:
        for message in render_each(name):
            for anchor in re.findall(r"<a [^>]*>", message.html):
                assert re.search(r'class="(link|button)" style="[^"]*color: #', anchor), anchor

    def test_mail_layout_declares_light_and_dark_colour_schemes(self) -> None:
        assert '<meta name="color-scheme" content="light dark">' in self.LAYOUT
        assert ":root { color-scheme: light dark" in self.LAYOUT

    def light(self) -> dict[tuple[str, str], str]:
        found = re.findall(r'class="(\w+)" style="([^"]*)"', self.LAYOUT)
        return {
            (name, which): colour
            for name, style in reversed(found)
            for which, colour in re.findall(r"(color|background): (#[0-9a-f]{6})", style)
        }

    def dark(self) -> dict[tuple[str, str], str]:
        found = re.findall(r"\.(\w+) \{ ([^}]*) \}", self.LAYOUT)
        return {
            (name, which): colour
            for name, style in found
            for which, colour in re.findall(r"(?<!-)(color|background): (#[0-9a-f]{6})", style)
        }


def contrast(one: str, other: str) -> float:
    """Of two colours (WCAG 2.2, "contrast ratio")."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
