"""The picture of the architecture, docs/architecture.svg, drawn from the boxes and arrows below.

`python -m tests.architecture.source.picture` draws it anew.
"""

from html import escape
from typing import NamedTuple

from tests.architecture.source.imports import ROOT

FILE = ROOT / "docs/architecture.svg"
WIDTH, HEIGHT = 1000, 656
LINE = 17


class Box(NamedTuple):
    x: int
    y: int
    width: int
    height: int
    title: str
    lines: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    """Where it is in the repository."""
    kind: str = "part"


class Arrow(NamedTuple):
    points: tuple[tuple[int, int], ...]
    label: str = ""
    at: tuple[int, int] = (0, 0)
    """Where the label is centred."""
    heads: int = 1


BOXES = [
    Box(20, 56, 200, 78, "Publishers and staff", ("the web app in a browser",), ("web/src",)),
    Box(20, 154, 200, 78, "Publishers' scripts", ("API tokens, two clients",), ("schema/clients",)),
    Box(20, 252, 200, 60, "Brands' servers", ("report orders with a key",)),
    Box(20, 332, 200, 60, "Visitors", ("follow tracking links",)),
    Box(310, 20, 370, 464, "Web processes", kind="frame"),
    Box(330, 56, 330, 78, "HTTP", ("limits of connections and bodies",), ("rpc/server", "rpc/http")),
    Box(330, 154, 157, 96, "Calls", ("caller, limits, fields",), ("rpc/calls", "rpc/security")),
    Box(503, 154, 157, 96, "Clicks", ("stored in batches,", "before the redirect"), ("rpc/clicks",)),
    Box(330, 270, 157, 58, "Handlers", (), ("handlers",)),
    Box(330, 344, 330, 58, "Queries, one module for a table", (), ("sql",)),
    Box(330, 414, 330, 58, "Rules of the domain, without a driver", (), ("schema",)),
    Box(310, 504, 370, 132, "Workers", kind="frame"),
    Box(330, 540, 92, 80, "Jobs", (), ("handlers", "rpc/jobs")),
    Box(434, 540, 114, 80, "Postbacks", (), ("rpc/postbacks",)),
    Box(560, 540, 100, 80, "Requests", (), ("rpc/outbound", "rpc/mail")),
    Box(770, 154, 210, 78, "DATA_DIR", ("click journal, unsent mail, files",), ("rpc/files",)),
    Box(
        770, 318, 210, 110, "PostgreSQL",
        ("every table, and the queues", "of jobs and postbacks;", "reports from a replica"), ("sql/migrations",),
        "store",
    ),
    Box(770, 556, 210, 64, "Other servers", ("receivers, mail, payouts, shops",)),
]  # fmt: skip
"""Frames come before what they hold."""
ARROWS = [
    Arrow(((220, 95), (330, 95)), "POST /…", (266, 88)),
    Arrow(((220, 193), (270, 193), (270, 95)), heads=0),
    Arrow(((220, 282), (270, 282), (270, 193)), heads=0),
    Arrow(((220, 362), (290, 362), (290, 117), (330, 117)), "GET /s/…", (254, 355)),
    Arrow(((408, 134), (408, 154))),
    Arrow(((581, 134), (581, 154))),
    Arrow(((408, 250), (408, 270))),
    Arrow(((408, 328), (408, 344))),
    Arrow(((581, 250), (581, 344))),
    Arrow(((660, 193), (770, 193)), "in an outage", (725, 186)),
    Arrow(((660, 373), (770, 373)), heads=2),
    Arrow(((875, 428), (875, 530), (680, 530)), "LISTEN, NOTIFY", (780, 523), heads=2),
    Arrow(((680, 588), (770, 588)), "HTTPS", (725, 581)),
]  # fmt: skip

STYLE = """
text { font: 13px system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif; fill: #1b1c22 }
.title { font-weight: 600; font-size: 14px }
.line { fill: #5f6270 }
.code { font: 11px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace; fill: #4650d6 }
.label { font-size: 12px; fill: #5f6270; text-anchor: middle; paint-order: stroke; stroke: #fafafb; stroke-width: 5px }
.page { fill: #fafafb; stroke: #e3e4e9 }
.frame { fill: #f0f1f4; stroke: #e3e4e9 }
.part { fill: #ffffff; stroke: #d3d5dd }
.store { fill: #eef0ff; stroke: #b9bff5 }
.arrow { fill: none; stroke: #7b7f8f; stroke-width: 1.5 }
.head { fill: #7b7f8f }
@media (prefers-color-scheme: dark) {
  text { fill: #e4e5ea }
  .line { fill: #9a9dab }
  .code { fill: #a5acf8 }
  .label { fill: #9a9dab; stroke: #141517 }
  .page { fill: #141517; stroke: #2f3138 }
  .frame { fill: #1a1b1f; stroke: #2f3138 }
  .part { fill: #202126; stroke: #3a3d46 }
  .store { fill: #22243a; stroke: #474d8f }
  .arrow { stroke: #82869a }
  .head { fill: #82869a }
}
"""


def draw() -> str:
    parts = [draw_box(box) for box in BOXES] + [draw_arrow(arrow) for arrow in ARROWS]
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        'aria-label="How the portal is built, from its callers to its database">',
        f"<style>{STYLE}</style>",
        '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto-start-reverse"><path class="head" d="M0 0 8 4 0 8z"/></marker></defs>',
        f'<rect class="page" x=".5" y=".5" width="{WIDTH - 1}" height="{HEIGHT - 1}" rx="12"/>',
        *parts,
        "</svg>\n",
    ])  # fmt: skip


def draw_box(box: Box) -> str:
    texts = [("title", box.title), *(("line", line) for line in box.lines)]
    texts += [("code", code) for code in box.code]
    shape = f'<rect class="{box.kind}" x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" rx="8"/>'
    return shape + "".join(
        f'<text class="{kind}" x="{box.x + 12}" y="{box.y + 23 + number * LINE}">{escape(text)}</text>'
        for number, (kind, text) in enumerate(texts)
    )


def draw_arrow(arrow: Arrow) -> str:
    points = " ".join(f"{x},{y}" for x, y in arrow.points)
    heads = ("", ' marker-end="url(#head)"', ' marker-start="url(#head)" marker-end="url(#head)"')
    line = f'<polyline class="arrow" points="{points}"{heads[arrow.heads]}/>'
    x, y = arrow.at
    label = f'<text class="label" x="{x}" y="{y}">{escape(arrow.label)}</text>'
    return line + (label if arrow.label else "")


def main() -> None:
    FILE.write_text(draw())


if __name__ == "__main__":
    main()
