"""Custom paths of links: their format, and the error for a path that is taken."""

from rpc import Code, Fault
from schema.core.ids import CODE, PATH


def check_path(path: str | None) -> str | None:
    """Validate and return a custom path, which must not look like a code; None if none is given."""
    if not path:
        return None
    if not PATH.fullmatch(path) or CODE.fullmatch(path):
        raise Fault(
            Code.TRACK_INVALID,
            f"{Code.TRACK_INVALID.message}: a path has 3 to 64 letters, digits, - or _, begins and ends "
            "with a letter or digit, and is not 14 letters and digits long",
            field="attributes.path",
        )
    return path


def path_taken(path: str) -> Fault:
    """The Fault for a custom path that another link uses."""
    text = f"{Code.TRACK_USED.message}: choose another path than '{path}'"
    return Fault(Code.TRACK_USED, text, field="attributes.path")
