"""What somebody else has changed since it was read."""

from msgspec import Struct


def find_changed(was: Struct, draft: object, now: object) -> list[str]:
    """The fields of `was` that are now neither as they were read nor as they are in the draft."""
    return [
        name
        for name in was.__struct_fields__
        if getattr(now, name) not in (getattr(was, name), getattr(draft, name))
    ]
