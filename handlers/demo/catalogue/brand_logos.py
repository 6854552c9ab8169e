"""The logos of the demonstration's brands: drawn here, each one different, stored like uploaded logos."""

from collections.abc import Callable
from functools import partial
from io import BytesIO
from itertools import cycle
from secrets import token_urlsafe

from PIL import Image, ImageDraw

import sql.accounts.upload
from handlers.demo.catalogue.brands import catalogue
from handlers.demo.core.steps import Write
from rpc.process.resources import Resources
from schema.accounts.upload import GUEST_PUBLISHER, FileKind, StoredFile
from sql.core.db import Connection, run, text

NETWORK = GUEST_PUBLISHER
"""The owner of the files of brands."""
SIDE = 128
FINE = 4
"""A logo is drawn this many times larger, for smooth edges."""
COLOURS = (
    ("#1f3a5f", "#f2c14e"),
    ("#7a2e2e", "#f4d8b8"),
    ("#1f5f4a", "#cfe8d5"),
    ("#f3e3c3", "#a4442a"),
    ("#3c2a5e", "#f0a6a0"),
    ("#e5eef7", "#2b5c9e"),
    ("#26262b", "#e9b44c"),
)
"""Pairs of colours: the background and the shape on it."""


class Pen:
    """Draws in units of a sixteenth of the picture's side."""

    def __init__(self, picture: Image.Image, ground: str, colour: str) -> None:
        self.draw = ImageDraw.Draw(picture)
        self.unit = picture.width / 16
        self.ground = ground
        self.colour = colour

    def disc(self, x: float, y: float, radius: float, *, cut: bool = False) -> None:
        box = [self.unit * each for each in (x - radius, y - radius, x + radius, y + radius)]
        self.draw.ellipse(box, self.ground if cut else self.colour)

    def bar(self, left: float, top: float, right: float, bottom: float) -> None:
        self.draw.rectangle([self.unit * each for each in (left, top, right, bottom)], self.colour)

    def area(self, *corners: tuple[float, float], cut: bool = False) -> None:
        points = [(self.unit * x, self.unit * y) for x, y in corners]
        self.draw.polygon(points, self.ground if cut else self.colour)


def ring(pen: Pen) -> None:
    pen.disc(8, 8, 5)
    pen.disc(8, 8, 2.6, cut=True)


def moon(pen: Pen) -> None:
    pen.disc(7.5, 8, 5)
    pen.disc(10, 6.6, 4.2, cut=True)


def peaks(pen: Pen) -> None:
    pen.area((2, 12.5), (6.5, 4), (11, 12.5))
    pen.area((7.5, 12.5), (11, 7), (14, 12.5))


def bars(pen: Pen) -> None:
    for number, top in enumerate((8, 5, 3, 6)):
        pen.bar(3 + number * 2.7, top, 4.8 + number * 2.7, 13)


def diamond(pen: Pen) -> None:
    pen.area((8, 2.5), (13.5, 8), (8, 13.5), (2.5, 8))
    pen.area((8, 5.6), (10.4, 8), (8, 10.4), (5.6, 8), cut=True)


def petals(pen: Pen) -> None:
    for x, y in ((8, 4.9), (11.1, 8), (8, 11.1), (4.9, 8)):
        pen.disc(x, y, 2.5)
    pen.disc(8, 8, 1.4, cut=True)


def house(pen: Pen) -> None:
    pen.area((2.6, 8), (8, 2.8), (13.4, 8))
    pen.bar(4.2, 8, 11.8, 13)
    pen.area((6.9, 13.1), (6.9, 10), (9.1, 10), (9.1, 13.1), cut=True)


def sunrise(pen: Pen) -> None:
    pen.disc(8, 10, 5)
    pen.area((0, 10), (16, 10), (16, 16), (0, 16), cut=True)
    pen.bar(3, 11, 13, 12)
    pen.bar(5, 13, 11, 14)


Shape = Callable[[Pen], None]
SHAPES: tuple[Shape, ...] = (ring, moon, peaks, bars, diamond, petals, house, sunrise)


def draw_mark(shape: Shape, ground: str, colour: str) -> bytes:
    """Draw a logo. Returns it as PNG."""
    picture = Image.new("RGB", (SIDE * FINE, SIDE * FINE), ground)
    shape(Pen(picture, ground, colour))
    body = BytesIO()
    picture.resize((SIDE, SIDE), Image.Resampling.LANCZOS).save(body, "PNG", optimize=True)
    return body.getvalue()


def draw_marks() -> dict[str, bytes]:
    """Draw the brands' logos, by mcid. There are more pairs of shape and colours than brands, so all differ."""
    pairs = zip(cycle(SHAPES), cycle(COLOURS), strict=False)
    brands = catalogue().brands
    return {
        brand.mcid: draw_mark(shape, *colours)
        for brand, (shape, colours) in zip(brands, pairs, strict=False)
    }


async def make(_: Connection, portal: Resources) -> Write:
    return partial(write, portal=portal, marks=draw_marks())


async def write(db: Connection, portal: Resources, marks: dict[str, bytes]) -> None:
    """Store the logos of brands that have none yet."""
    for mcid, body in marks.items():
        stored = StoredFile(f"{token_urlsafe(24)}.png", FileKind.IMAGE, len(body))
        query = text(
            "update brand set logo = :logo where mcid = :mcid and logo is null and logo_source is null",
            mcid=mcid,
            logo=stored.url,
        )
        if await run(db, query):
            await sql.accounts.upload.add(db, NETWORK, stored, portal.clock.now())
            await portal.storage.put(stored.name, body)
