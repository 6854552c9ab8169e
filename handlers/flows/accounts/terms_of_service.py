"""The terms that publishers agree to: the network's own, if TERMS_FILE is set, else the built-in ones."""

from functools import cache
from pathlib import Path

from rpc.config.settings import Settings
from schema.accounts.terms_of_service import Terms, parse_terms

BUILT_IN = Path(__file__).with_name("terms.md")


def terms_of(settings: Settings) -> Terms:
    """The terms in force, as they were read when the process started."""
    return parse_terms(settings.terms or built_in())


@cache
def built_in() -> str:
    return BUILT_IN.read_text(encoding="utf-8")
