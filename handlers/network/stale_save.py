"""Refuses to overwrite what somebody else has saved since it was read."""

from msgspec import Struct

from rpc import Code, Fault
from schema.core.changed_fields import find_changed


def refuse_stale(was: Struct | None, draft: object, now: object) -> None:
    """Raise CHANGED_MEANWHILE with the fields that somebody else has changed; without `was`, whatever it is."""
    changed = [] if was is None else find_changed(was, draft, now)
    if changed:
        names = ", ".join(changed).replace("_", " ")
        why = (
            f"Somebody else has changed this meanwhile ({names}). Load it again before you save it"
        )
        raise Fault(Code.CHANGED_MEANWHILE, why, data={"changed": changed})
