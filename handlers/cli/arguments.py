"""`name=value`, `name:=json` and `name=@file`: a call's attributes on a command line."""

from pathlib import Path
from typing import Any

import msgspec


class ArgumentError(Exception):
    """An argument is invalid; the message is one line that says why."""


def parse_attributes(arguments: list[str]) -> dict[str, Any]:
    """The attributes in the arguments; a dot in a name reaches into an object (`company.name=X`)."""
    parsed: dict[str, Any] = {}
    for argument in arguments:
        name, sign, text = argument.partition("=")
        if not sign or not name.strip(":"):
            raise ArgumentError(f"'{argument}' is not name=value, name:=json or name=@file")
        target = parsed
        *outer, last = name.removesuffix(":").split(".")
        for part in outer:
            target = target.setdefault(part, {})
            if not isinstance(target, dict):
                raise ArgumentError(f"'{argument}': {part} already has a value")
        target[last] = parse_value(argument, text, json=name.endswith(":"))
    return parsed


def parse_value(argument: str, text: str, *, json: bool) -> Any:
    try:
        if text.startswith("@"):
            text = Path(text[1:]).read_text()
        return msgspec.json.decode(text) if json else text
    except OSError as error:
        raise ArgumentError(f"'{argument}': cannot read the file ({error.strerror})") from error
    except (UnicodeDecodeError, msgspec.DecodeError) as error:
        raise ArgumentError(f"'{argument}': {error}") from error
