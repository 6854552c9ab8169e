"""`name=value`, `name:=json` and `name=@file`: a call's attributes, as a shell can say them."""

from pathlib import Path
from typing import Any

import msgspec


class ArgumentError(Exception):
    """An argument cannot be read; the message is one line that says why."""


def attributes(given: list[str]) -> dict[str, Any]:
    """The attributes that arguments spell; a dot in a name goes into an object (`company.name=X`)."""
    whole: dict[str, Any] = {}
    for argument in given:
        name, sign, text = argument.partition("=")
        if not sign or not name.strip(":"):
            raise ArgumentError(f"'{argument}' is not name=value, name:=json or name=@file")
        place = whole
        *outer, last = name.removesuffix(":").split(".")
        for part in outer:
            place = place.setdefault(part, {})
            if not isinstance(place, dict):
                raise ArgumentError(f"'{argument}': {part} is a value already")
        place[last] = value(argument, text, json=name.endswith(":"))
    return whole


def value(argument: str, text: str, *, json: bool) -> Any:
    try:
        if text.startswith("@"):
            text = Path(text[1:]).read_text()
        return msgspec.json.decode(text) if json else text
    except OSError as error:
        raise ArgumentError(f"'{argument}': cannot read the file ({error.strerror})") from error
    except (UnicodeDecodeError, msgspec.DecodeError) as error:
        raise ArgumentError(f"'{argument}': {error}") from error
