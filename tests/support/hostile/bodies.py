"""Hostile files and multipart bodies, any number of them, reproducible."""

import json
import random
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from struct import pack
from typing import NamedTuple

import httpx2
import msgspec
from PIL import Image

from schema.accounts.upload import FILE_BYTES_MAX
from tests.support.hostile import files as uploads
from tests.support.hostile.documents import pdf
from tests.support.hostile.files import PDF, SCRIPT, image, image_with_metadata, polyglots

MARKS = (SCRIPT, b"<script", b"<?php", b"PK\x03\x04", uploads.LOCATION.encode(), b"/JavaScript")
"""What must be in nothing that is kept."""
NAMES = (
    "a.png", "a.png.html", "a.html", "a.svg", "a.php;.png", "../../a.jpg", "a\x00.png", "a.png\x00.html",
    "..\\a.exe", "CON", "‮gnp.exe", "a" * 400 + ".png", " ", ".htaccess",
)  # fmt: skip
TYPES = ("image/png", "text/html", "image/svg+xml", "application/pdf", "x/y\x00", "", "image/jpeg")
BOUNDARY = "b0und4ry"
KIND = f"multipart/form-data; boundary={BOUNDARY}"
END = f"--{BOUNDARY}--\r\n".encode()


class Hostile(NamedTuple):
    """A file, what it is called, and what it says it is."""

    kind: str
    called: str
    type: str
    body: bytes


def files(count: int, seed: int = 14) -> Iterator[Hostile]:
    """So many hostile files; the dear ones (bombs, the largest) come once each."""
    luck = random.Random(seed)
    once, cheap = [*dear().items()], [*kinds().items()]
    for number in range(count):
        kind, body = once.pop() if once and number % 10 == 0 else cheap[number % len(cheap)]
        if number >= 2 * len(cheap) and body and len(body) < 100_000:
            body = distort(body, luck)
        yield Hostile(kind, luck.choice(NAMES), luck.choice(TYPES), body)


@cache
def kinds() -> dict[str, bytes]:
    """One of each kind, of a few KiB."""
    jpeg, png, webp = image("JPEG", (64, 64)), image("PNG", (64, 64)), image("WEBP", (64, 64))
    html = b"<!doctype html><title>x</title>" + SCRIPT
    return {
        **{name: body for name, body in uploads.refused_files().items() if len(body) < 50_000},
        **polyglots(),
        "jpeg that tells": image_with_metadata("JPEG"),
        "png that tells": image_with_metadata("PNG"),
        "webp that tells": image_with_metadata("WEBP"),
        "jpeg with html for a profile": image("JPEG", (64, 64), icc_profile=html),
        "png with html in a chunk": chunk(png, b"tEXt", b"Comment\x00" + html),
        "png with svg in a chunk": chunk(png, b"iTXt", b"XML\x00\x00\x00\x00\x00<svg onload=x>" + SCRIPT),
        "png with a lying size": chunk(png, b"IHDR", pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)),
        "html with a jpeg's head": b"\xff\xd8\xff\xe0" + html,
        "html with a png's head": b"\x89PNG\r\n\x1a\n" + html,
        "html with a webp's head": b"RIFF\x00\x00\x00\x00WEBPVP8 " + html,
        "javascript with a jpeg's head": b"\xff\xd8\xff\xe0/*" + jpeg + b"*/alert(1)//",
        "zip that is a jpeg": archive(jpeg) + jpeg,
        "jpeg in two": jpeg + jpeg,
        "png in a webp": webp[:12] + png,
        "xml": b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>',
        "svg behind spaces": b" \n\t" * 400 + b"<svg onload=alert(1)>",
        "postscript": b"%!PS\n(/etc/passwd) (r) file\n",
        "pdf with a file in it": pdf(b"/EmbeddedFile 4 0 R"),
        "pdf and html": PDF.replace(b"1 0 obj", SCRIPT + b"\n1 0 obj"),
        "zip bomb": archive(bytes(20_000_000)),
        "gzip bomb": b"\x1f\x8b" + zlib.compress(bytes(20_000_000)),
        "mz": b"MZ\x90\x00" + bytes(200) + b"PE\x00\x00",
        "nothing but nul": bytes(4_000),
    }  # fmt: skip


@cache
def dear() -> dict[str, bytes]:
    """What costs most: the bombs, and the largest that may be."""
    wide = BytesIO()
    Image.new("RGBA", (4_000, 4_000), (1, 2, 3, 100)).save(wide, "WEBP", lossless=True, method=0)
    text = zlib.compress(bytes(50_000_000), 1)
    return {
        "the largest webp": wide.getvalue(),
        "a png a row too high": chunk(
            image("PNG"), b"IHDR", pack(">IIBBBBB", 4_000, 4_001, 8, 2, 0, 0, 0)
        ),
        "bomb of pixels": uploads.bomb(),
        "bomb of text": chunk(image("PNG"), b"zTXt", b"Comment\x00\x00" + text),
        "bomb of a profile": chunk(image("PNG"), b"iCCP", b"x\x00\x00" + text),
        "a byte too many": PDF[:-6] + b" " * (FILE_BYTES_MAX + 1 - len(PDF)) + PDF[-6:],
        "5 MiB of a jpeg's head": b"\xff\xd8\xff" * (FILE_BYTES_MAX // 3),
    }


def chunk(png: bytes, kind: bytes, body: bytes) -> bytes:
    """A PNG with a chunk more after its head; for IHDR with that one instead."""
    made = pack(">I", len(body)) + kind + body + pack(">I", zlib.crc32(kind + body))
    return png[:8] + made + png[33:] if kind == b"IHDR" else png[:33] + made + png[33:]


def archive(body: bytes) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("run.js", SCRIPT + body)
    return out.getvalue()


def distort(body: bytes, luck: random.Random) -> bytes:
    """The same with a few bits turned, or its end gone."""
    if luck.random() < 0.3:
        return body[: luck.randrange(len(body))]
    raw = bytearray(body)
    for _ in range(luck.randint(1, 8)):
        raw[luck.randrange(len(raw))] ^= 1 << luck.randrange(8)
    return bytes(raw)


def bodies(count: int, token: str, seed: int = 10) -> Iterator[tuple[str, bytes]]:
    """So many malformed multipart bodies, each beside its content type."""
    luck = random.Random(seed)
    data = json.dumps({"appId": 36, "token": token}).encode()
    for _ in range(count):
        yield break_body(luck, data)


async def answers(http: httpx2.AsyncClient, count: int, token: str, seed: int) -> Counter[int]:
    """Send malformed bodies, each of which must be answered; how often each code came."""
    codes: Counter[int] = Counter()
    for kind, body in bodies(count, token, seed):
        answer = await http.post("/common/upload", content=body, headers={"content-type": kind})
        reply = msgspec.json.decode(answer.content)
        assert answer.status_code in (200, 413, 415, 429), (kind, body[:200], reply)
        assert set(reply) == {"code", "message", "data"} and reply["message"], reply
        codes[reply["code"]] += 1
    return codes


def part(name: bytes, body: bytes, *, more: bytes = b"") -> bytes:
    head = b'Content-Disposition: form-data; name="' + name + b'"' + more
    return b"--" + BOUNDARY.encode() + b"\r\n" + head + b"\r\n\r\n" + body + b"\r\n"


def break_body(luck: random.Random, data: bytes) -> tuple[str, bytes]:
    """A body for /common/upload with something wrong with it, or with what is said of it."""
    sent = luck.choice((PDF, b"\x89PNG\r\n\x1a\n" + bytes(100), b"nonsense", b""))
    fields, file = part(b"data", data), part(b"file", sent, more=b'; filename="a.pdf"')
    whole = fields + file + END
    match luck.randrange(14):
        case 0 | 1 | 2:
            return KIND, distort(whole, luck)
        case 3:
            return KIND, whole[luck.randrange(len(whole)) :]
        case 4:
            wrong = luck.choice(
                ("", "; boundary=", "; boundary=other", "; boundary=" + "x" * 500, '; boundary="')
            )
            return "multipart/form-data" + wrong, whole
        case 5:
            return KIND, (fields * luck.randint(2, 9)) + file * luck.randint(0, 4) + END
        case 6:
            return KIND, part(b"x" * luck.choice((0, 9, 100_000)), data) + file + END
        case 7:
            return KIND, fields + part(
                b"file", sent, more=b"; filename*=utf-8''" + b"%ff%00" * 9
            ) + END
        case 8:
            return KIND, whole.replace(b"\r\n", luck.choice((b"\n", b"\r", b"\r\n\r\n", b"\x00")))
        case 9:
            inner = b"Content-Type: multipart/mixed; boundary=" + BOUNDARY.encode()
            return KIND, fields + file.replace(b"\r\n\r\n", b"\r\n" + inner + b"\r\n\r\n", 1) + END
        case 10:
            coded = luck.choice(
                (
                    b"Content-Transfer-Encoding: base64",
                    b"Content-Type: text/plain; charset=\xff",
                    b"X" * 9_000 + b": y",
                    b": ",
                )
            )
            return KIND, fields + file.replace(b"\r\n\r\n", b"\r\n" + coded + b"\r\n\r\n", 1) + END
        case 11:
            strange = luck.choice(
                (
                    b"null",
                    b"[" * 9_000,
                    b'{"appId":1e999}',
                    b'{"appId":36,"req":7}',
                    b"\xff\xfe",
                    b'{"appId":36,"token":"\\ud800"}',
                )
            )
            return KIND, part(b"data", strange) + file + END
        case 12:
            return KIND, luck.randbytes(luck.randint(0, 5_000))
        case _:
            return KIND, file + END + fields
