"""User agents of browsers: an invented one would count as a program's, whose clicks are not valid."""

from itertools import count

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
_versions = count(1)


def any_firefox() -> str:
    """A browser that no other visitor of these tests has."""
    return f"{FIREFOX}.{next(_versions)}"
