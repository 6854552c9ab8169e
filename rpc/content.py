"""What is in a file that somebody sent: images are decoded and written anew, documents known by their bytes."""

import asyncio
import secrets
import warnings
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import NamedTuple

from PIL import Image, ImageOps

from rpc.passwords import be_nice
from schema.errors import Code, Fault
from schema.upload import PIXELS_MOST, SIDE_LONGEST, FileKind

FORMATS = {"JPEG": "jpg", "MPO": "jpg", "PNG": "png", "WEBP": "webp"}
WRITTEN: dict[str, dict[str, object]] = {
    "jpg": {"format": "JPEG", "quality": 88, "optimize": True},
    "png": {"format": "PNG", "optimize": True},
    "webp": {"format": "WEBP", "quality": 88},
}
PDF_HEAD, PDF_TAIL, PDF_TAIL_WITHIN = b"%PDF-", b"%%EOF", 1_024
PDF_ACTIVE = (b"/JavaScript", b"/Launch", b"/EmbeddedFile", b"/RichMedia")
"""What makes a document do something when it is opened."""
REFUSED = Fault(
    Code.REQUEST_INVALID, "`file` must be a JPEG, PNG or WebP image or a PDF document, and whole"
)
TOO_MANY_PIXELS = f"`file` has more than {PIXELS_MOST // 1_000_000} million pixels"

IMAGES = ThreadPoolExecutor(1, "images", initializer=be_nice)
"""One image at a time: the largest takes a quarter of a gigabyte while it is decoded."""

Image.MAX_IMAGE_PIXELS = PIXELS_MOST
warnings.filterwarnings("error", category=Image.DecompressionBombWarning)


class Content(NamedTuple):
    """Bytes to be kept, under a name that cannot be guessed."""

    name: str
    kind: FileKind
    body: bytes


async def recognised(body: bytes) -> Content:
    """What a file holds, by its bytes alone: neither its name nor its declared type is believed.

    Nothing of an image is kept but its pixels. Raises REQUEST_INVALID for whatever is none of ours.
    """
    if body.startswith(PDF_HEAD):
        if PDF_TAIL not in body[-PDF_TAIL_WITHIN:] or any(word in body for word in PDF_ACTIVE):
            raise REFUSED
        return Content(named("pdf"), FileKind.DOCUMENT, body)
    suffix, clean = await asyncio.get_running_loop().run_in_executor(IMAGES, rewritten, body)
    return Content(named(suffix), FileKind.IMAGE, clean)


def named(suffix: str) -> str:
    return f"{secrets.token_urlsafe(24)}.{suffix}"


def rewritten(body: bytes) -> tuple[str, bytes]:
    """An image's ending and its pixels, upright, in sRGB as they came, at most SIDE_LONGEST wide and high."""
    try:
        with Image.open(BytesIO(body), formats=["JPEG", "PNG", "WEBP"]) as image:
            if image.width * image.height > PIXELS_MOST:
                raise Fault(Code.REQUEST_INVALID, TOO_MANY_PIXELS)
            suffix = FORMATS[str(image.format)]
            image.draft("RGB", (SIDE_LONGEST, SIDE_LONGEST))
            image.thumbnail((SIDE_LONGEST, SIDE_LONGEST))
            upright = ImageOps.exif_transpose(image)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise Fault(Code.REQUEST_INVALID, TOO_MANY_PIXELS) from None
    except Fault:
        raise
    except Exception:  # a decoder that is fed rubbish may raise anything
        raise REFUSED from None
    see_through = suffix != "jpg" and upright.has_transparency_data
    pixels = upright.convert("RGBA" if see_through else "RGB")
    pixels.info = {}
    out = BytesIO()
    pixels.save(out, **WRITTEN[suffix])  # type: ignore[arg-type]
    return suffix, out.getvalue()
