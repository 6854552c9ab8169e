"""Two-step sign-in: setting it up, and the codes of RFC 6238."""

from datetime import datetime
from hmac import compare_digest
from typing import Annotated

import pyotp
from msgspec import Meta, Struct

from schema.accounts.reauth import Reauth

Otp = Annotated[str, Meta(min_length=1, max_length=32)]
"""A six-digit code of an authenticator app, or a recovery code; spaces and dashes do not matter."""
ISSUER = "Publisher portal"
STEP_SECONDS = 30
"""How many seconds a code is valid."""
SKEW_STEPS = 1
"""How many time steps a phone's clock may be fast or slow."""
RECOVERY_CODE_COUNT = 10


class TwoStepBegun(Struct, frozen=True):
    """The new secret: `qr` is an SVG of `url` for an authenticator app to scan; `secret` can be typed instead."""

    secret: str
    url: str
    qr: str


class TwoStepConfirm(Struct, frozen=True, forbid_unknown_fields=True):
    otp: Otp


class RecoveryCodes(Struct, frozen=True):
    """Recovery codes, each of which signs in once without the app. They are never shown again."""

    recovery_codes: list[str]


class TwoStepEnd(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """To turn off two-step sign-in: the password, or the ticket of a step-up by passkey.

    With `otp`, a code of the app or a recovery code, it is off at once.
    """

    otp: Otp | None = None


class SecondStep(Struct, frozen=True):
    """The data of error 320: `ticket` and a code complete the sign-in; `next` is the page to open afterwards."""

    ticket: str
    next: str | None = None


def normalize_otp(otp: str) -> str:
    """A code without spaces and dashes, in lower case."""
    return "".join(sign for sign in otp if sign.isalnum()).lower()


def provisioning_uri(secret: str, account: str) -> str:
    """The URI that an authenticator app reads from the QR code."""
    return pyotp.TOTP(secret, interval=STEP_SECONDS).provisioning_uri(
        name=account, issuer_name=ISSUER
    )


def find_step(secret: str, otp: str, now: datetime) -> int | None:
    """The time step of a code, if it is the current one or adjacent to it."""
    totp, current = pyotp.TOTP(secret, interval=STEP_SECONDS), int(now.timestamp()) // STEP_SECONDS
    if not otp.isascii():
        return None
    near = range(current - SKEW_STEPS, current + SKEW_STEPS + 1)
    # All are compared, so that the time taken does not reveal which one was close.
    fits = [step for step in near if compare_digest(totp.generate_otp(step), otp)]
    return max(fits, default=None)
