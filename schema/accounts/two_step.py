"""The second step of signing in: what begins it, and the codes of RFC 6238 that are asked for."""

from datetime import datetime
from hmac import compare_digest
from typing import Annotated

import pyotp
from msgspec import Meta, Struct

from schema.core.scalar import AnyPassword

Otp = Annotated[str, Meta(min_length=1, max_length=32)]
"""Six digits of an authenticator app, or a recovery code, however it is spaced."""
ISSUER = "Publisher portal"
STEP_SECONDS = 30
"""Seconds for which a code holds."""
SKEW_STEPS = 1
"""Steps by which a phone's clock may be wrong, either way."""
RECOVERY_CODE_COUNT = 10


class TwoStepBegun(Struct, frozen=True):
    """`qr` is an SVG of `url`, which an authenticator app reads; `secret` is for typing it."""

    secret: str
    url: str
    qr: str


class TwoStepConfirm(Struct, frozen=True, forbid_unknown_fields=True):
    otp: Otp


class RecoveryCodes(Struct, frozen=True):
    """Each signs in once without the app; they are never shown again."""

    recovery_codes: list[str]


class TwoStepEnd(Struct, frozen=True, forbid_unknown_fields=True):
    password: AnyPassword


class SecondStep(Struct, frozen=True):
    """What 320 carries: sign_in takes the ticket back, with a code; `next` is where the browser wants to go then."""

    ticket: str
    next: str | None = None


def normalize_otp(otp: str) -> str:
    """A code without the spaces and dashes that people put between its parts."""
    return "".join(sign for sign in otp if sign.isalnum()).lower()


def provisioning_uri(secret: str, account: str) -> str:
    """What a QR code tells an authenticator app."""
    return pyotp.TOTP(secret, interval=STEP_SECONDS).provisioning_uri(
        name=account, issuer_name=ISSUER
    )


def find_step(secret: str, otp: str, now: datetime) -> int | None:
    """The time step whose code this is, if it is one of now or of just before or after."""
    totp, current = pyotp.TOTP(secret, interval=STEP_SECONDS), int(now.timestamp()) // STEP_SECONDS
    if not otp.isascii():
        return None
    near = range(current - SKEW_STEPS, current + SKEW_STEPS + 1)
    # All are compared, so that time does not tell which was close.
    fits = [step for step in near if compare_digest(totp.generate_otp(step), otp)]
    return max(fits, default=None)
