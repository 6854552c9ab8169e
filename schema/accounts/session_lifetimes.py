"""How long sessions, and each step towards one, last (contract §3)."""

from datetime import timedelta

SHORT_LIFETIMES = timedelta(hours=2), timedelta(hours=24)
REMEMBERED_LIFETIMES = timedelta(days=7), timedelta(days=30)
AUTOLOGIN_LINK_LIFETIME = timedelta(seconds=60)
"""How long the one-time link works with which an operator signs in as a publisher."""
IMPERSONATION_LIFETIME = timedelta(hours=1)
"""How long an operator stays signed in as a publisher, idle or not."""
SECOND_STEP_LIFETIME = timedelta(minutes=10)
"""How long a sign-in may wait for the code of its second step."""
PROVIDER_SIGN_IN_LIFETIME = timedelta(minutes=10)
"""How long a sign-in may take on the pages of another provider, such as Google."""
PROVIDER_SIGN_UP_LIFETIME = timedelta(minutes=30)
"""How long a sign-up may take after signing in with another provider."""
SIGN_UP_DEVICE_LIFETIME = timedelta(hours=1)
"""How long after the sign-up the mailed link also signs in the browser that signed up."""
SESSIONS_MAX = 20
"""How many sessions an account can have; beyond that a new one ends the oldest."""
EMAIL_LINK_LIFETIME = timedelta(hours=24)
"""How long the mailed link of a verification, an invitation or a new address works."""
PASSWORD_RESET_LIFETIME = timedelta(minutes=30)
"""How long the mailed link works with which a password is reset."""


def session_lifetimes(remember: bool) -> tuple[timedelta, timedelta]:
    """The idle timeout and the maximum lifetime of a session."""
    return REMEMBERED_LIFETIMES if remember else SHORT_LIFETIMES
