"""The attributes with which a call confirms who makes it: the password, or the ticket of a step-up by passkey."""

from typing import ClassVar

from msgspec import Struct

from schema.core.scalar import AnyPassword, Key255


class StepUp(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Confirms a call without the password.

    `stepup` is the ticket that /auth/passkey_finish returned for this call, in place of the password.
    """

    reauth_field: ClassVar[str] = "password"
    """The field of the current password."""

    stepup: Key255 | None = None

    @property
    def current_password(self) -> str | None:
        password: str | None = getattr(self, self.reauth_field)
        return password


class Reauth(StepUp, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The caller's own `password`, or `stepup`: the ticket that /auth/passkey_finish returned for this call."""

    password: AnyPassword | None = None
