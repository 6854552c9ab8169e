"""Files to upload, valid and hostile, and their upload."""

import json
import os
import zipfile
import zlib
from functools import cache
from io import BytesIO
from struct import pack
from typing import Any

from PIL import Image
from PIL.PngImagePlugin import PngInfo

from tests.support.client import Reply
from tests.support.hostile.documents import hostile_pdfs, pdf
from tests.support.portal import Portal, Someone

PDF = pdf()
SCRIPT = b"<script>alert(document.domain)</script>"
LOCATION = "Somewhere at 51.5N"


def image(kind: str = "PNG", size: tuple[int, int] = (8, 6), **how: Any) -> bytes:
    out = BytesIO()
    Image.new("RGB", size, (200, 40, 40)).save(out, format=kind, **how)
    return out.getvalue()


def noise(side: int = 1_270) -> bytes:
    """A PNG that no encoder makes smaller, of nearly 5 MiB unless told otherwise."""
    out = BytesIO()
    Image.frombytes("RGB", (side, side), os.urandom(3 * side * side)).save(out, "PNG")
    return out.getvalue()


def image_with_metadata(kind: str) -> bytes:
    """An image whose metadata says where it was taken."""
    if kind == "PNG":
        notes = PngInfo()
        notes.add_text("Comment", LOCATION)
        return image("PNG", pnginfo=notes)
    exif = Image.Exif()
    exif[0x010E] = LOCATION
    return image(kind, exif=exif)


@cache
def polyglots() -> dict[str, bytes]:
    """Images that are something else as well; their pixels may be kept, and nothing more."""
    archive = BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("run.js", SCRIPT)
    return {
        "png+zip": image() + archive.getvalue(),
        "jpeg+html": image("JPEG") + SCRIPT,
        "jpeg comment": image("JPEG", comment=SCRIPT),
        "png+php": image() + b"<?php system($_GET[0]); ?>",
        "webp+html": image("WEBP") + SCRIPT,
    }


@cache
def refused_files() -> dict[str, bytes]:
    """What no allowed file is, whatever its name says."""
    whole = image(size=(64, 64))
    return {
        "svg": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        "html": b"<!doctype html>" + SCRIPT,
        "gif+js": b"GIF89a/*\x00\x00*/=1;alert(1)//",
        "gif": image("GIF"),
        "bmp": image("BMP"),
        "tiff": image("TIFF"),
        "ico": image("ICO", size=(16, 16)),
        "zip": b"PK\x03\x04" + b"\x00" * 60,
        "elf": b"\x7fELF" + b"\x00" * 60,
        "half a png": whole[: len(whole) // 2],
        "png header alone": b"\x89PNG\r\n\x1a\n",
        "jpeg header alone": b"\xff\xd8\xff\xe0",
        "html before png": SCRIPT + whole,
        "bomb": bomb(),
        **{
            name: hostile_pdfs()[name]
            for name in ("pdf with script", "pdf with script packed", "pdf of nothing")
        },
        "pdf without end": PDF.replace(b"%%EOF", b""),
        "html before pdf": SCRIPT + PDF,
        "html after pdf": PDF + SCRIPT * 60,
        "nothing": b"",
        "spaces": b" " * 500,
    }


def bomb() -> bytes:
    """A PNG of 30,000 by 30,000 pixels in about 100 KiB."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return pack(">I", len(body)) + kind + body + pack(">I", zlib.crc32(kind + body))

    head = pack(">IIBBBBB", 30_000, 30_000, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes(30_000 * (1 + 30_000 // 8)), 9)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


async def send(
    portal: Portal,
    body: bytes,
    who: Someone | str | None = None,
    *,
    called: str = "picture.png",
    data: Any = None,
    path: str = "",
) -> Reply:
    """Upload as who is signed in, else as a guest."""
    token = who.token if isinstance(who, Someone) else who
    envelope = {"appId": 36, "req": {"header": {"token": token or ""}}} if data is None else data
    response = await portal.http.post(
        path or ("/common/upload" if who is not None else "/common/upload_not_logged"),
        data={"data": envelope if isinstance(envelope, str) else json.dumps(envelope)},
        files={"file": (called, body, "image/png")},
    )
    return Reply.of(response)


async def send_all(
    portal: Portal, who: Someone | None = None, body: bytes = b"", **how: Any
) -> Any:
    """The answer of an upload that must succeed; a small image unless told otherwise."""
    reply = await send(portal, body or image(), who, **how)
    assert reply.code == 0, reply
    return reply.data
