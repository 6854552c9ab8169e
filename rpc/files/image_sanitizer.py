"""A separate program: it reads an image and writes its pixels re-encoded; hostile bytes can crash nothing else.

Its arguments are the maximum number of pixels and the longest side. It imports none of our modules, to start fast. It
writes a line with the file's suffix, empty if there are too many pixels, and then the image; it exits with an error if
the input is not an image.
"""

import os
import resource
import sys
import warnings
from contextlib import suppress
from io import BytesIO

# All that is needed is loaded before the first byte is looked at: afterwards no file can be opened.
from PIL import (
    Image,
    ImageOps,
    JpegImagePlugin,  # noqa: F401
    MpoImagePlugin,  # noqa: F401
    PngImagePlugin,  # noqa: F401
    WebPImagePlugin,  # noqa: F401
)

FORMATS = {"JPEG": "jpg", "MPO": "jpg", "PNG": "png", "WEBP": "webp"}
SAVE_OPTIONS: dict[str, dict[str, object]] = {
    "jpg": {"format": "JPEG", "quality": 88, "optimize": True},
    "png": {"format": "PNG", "compress_level": 6},
    "webp": {"format": "WEBP", "quality": 88},
}
MAX_MEMORY = 512 * 1024 * 1024
"""The limit of address space, in bytes; the largest WebP with transparency takes 330 MiB."""
MAX_CPU_SECONDS = 12
"""The limit of CPU time, in seconds; the slowest PNG known takes 5."""
MAX_OPEN_FILES = 3
"""The limit of open files: input, output, and the null device."""
LOWER_PRIORITY = 10


def confine() -> None:
    """Limit this process from now on, where the system can."""
    Image.preinit()
    for what, most in (
        (resource.RLIMIT_AS, MAX_MEMORY),
        (resource.RLIMIT_CPU, MAX_CPU_SECONDS),
        (resource.RLIMIT_NOFILE, MAX_OPEN_FILES),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
    ):
        with suppress(ValueError, OSError):
            resource.setrlimit(what, (most, most))
    with suppress(OSError):
        os.nice(LOWER_PRIORITY)


def sanitize(body: bytes, pixels_most: int, side_longest: int) -> tuple[str, bytes]:
    """The suffix of an image and its pixels, upright, at most `side_longest` wide and high."""
    Image.MAX_IMAGE_PIXELS = pixels_most
    warnings.filterwarnings("error", category=Image.DecompressionBombWarning)
    with Image.open(BytesIO(body), formats=["JPEG", "PNG", "WEBP"]) as image:
        if image.width * image.height > pixels_most:
            raise Image.DecompressionBombError
        suffix = FORMATS[str(image.format)]
        image.draft("RGB", (side_longest, side_longest))
        image.thumbnail((side_longest, side_longest))
        upright = ImageOps.exif_transpose(image)
    see_through = suffix != "jpg" and upright.has_transparency_data
    pixels = upright.convert("RGBA" if see_through else "RGB")
    pixels.info = {}
    out = BytesIO()
    pixels.save(out, **SAVE_OPTIONS[suffix])  # type: ignore[arg-type]
    return suffix, out.getvalue()


if __name__ == "__main__":
    confine()
    try:
        suffix, pixels = sanitize(sys.stdin.buffer.read(), *map(int, sys.argv[1:]))
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        suffix, pixels = "", b""
    sys.stdout.buffer.write(suffix.encode() + b"\n" + pixels)
