"""The scalar types shared by structs, each with its limits (specification §5)."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated

from msgspec import Meta

from schema.core.sandbox import SANDBOX_FROM

LARGEST_ID = 2**53 - 1
"""Ids must be exact in a browser, whose numbers are doubles."""

Id = Annotated[int, Meta(ge=1, le=LARGEST_ID)]
LiveUid = Annotated[int, Meta(ge=1, lt=SANDBOX_FROM)]
"""The number of a publisher that is no sandbox, which the network's staff do not see."""
Count = Annotated[int, Meta(ge=0, le=LARGEST_ID)]
Kind = Annotated[int, Meta(ge=1, le=1_000)]
Flag = Annotated[int, Meta(ge=0, le=1)]
Text64 = Annotated[str, Meta(min_length=1, max_length=64)]
Text100 = Annotated[str, Meta(min_length=1, max_length=100)]
Text255 = Annotated[str, Meta(min_length=1, max_length=255)]
PERIOD_PATTERN = r"^20[0-9]{2}-(0[1-9]|1[0-2])\Z"
"""A month, such as 2026-10."""
Note = Annotated[str, Meta(max_length=255)]
LongText = Annotated[str, Meta(max_length=5_000)]
Uid = Annotated[str, Meta(max_length=100)]
Key255 = Annotated[str, Meta(min_length=1, max_length=255)]

# Patterns end in \Z: in Python, $ also matches before a line break. The OpenAPI document writes $, as ECMA-262 does.
URL_PATTERN = r"^[Hh][Tt][Tt][Pp][Ss]?://[^\s/?#@\\]+(?:[/?#][^\s\\]*)?\Z"
"""An absolute http(s) URL without a user name."""
Url255 = Annotated[str, Meta(min_length=1, max_length=255, pattern=URL_PATTERN)]
TargetUrl = Annotated[str, Meta(min_length=1, max_length=255)]
"""A link's target. /tools/link_code also checks that the URL belongs to the brand, with error codes of its own."""
FallbackUrl = Annotated[str, Meta(max_length=255)]
"""A link's fallback. An empty text removes it; the call checks that any other URL is on the brand's domains."""

USERNAME_PATTERN = r"^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?\Z"
USERNAME_SHORTEST, USERNAME_LONGEST = 3, 64
Username = Annotated[
    str,
    Meta(min_length=USERNAME_SHORTEST, max_length=USERNAME_LONGEST, pattern=USERNAME_PATTERN),
]
EMAIL_PATTERN = r"^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}\Z"
"""An email address in ASCII, so that no two look alike. Source: HTML, 4.10.5.1.5, "valid e-mail address"."""
EMAIL_SHORTEST, EMAIL_LONGEST = 6, 254
Email = Annotated[
    str, Meta(min_length=EMAIL_SHORTEST, max_length=EMAIL_LONGEST, pattern=EMAIL_PATTERN)
]
PASSWORD_SHORTEST, PASSWORD_LONGEST = 12, 128
Password = Annotated[str, Meta(min_length=PASSWORD_SHORTEST, max_length=PASSWORD_LONGEST)]
AnyPassword = Annotated[str, Meta(min_length=1, max_length=512)]
"""A password to check, not to set: older rules may have allowed it."""

MEDIA_KITS_MAX = 20

Slug = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[a-z0-9]+(?:-[a-z0-9]+)*\Z")]
CustomPath = Annotated[str, Meta(max_length=64)]
HOST_PATTERN = r"^(?:\*\.)?[^\s/?#@:\\*]+(?::[0-9]{1,5})?\Z"
Host = Annotated[
    str,
    Meta(
        max_length=255,
        pattern=HOST_PATTERN,
        description="`host`, `*.host` or `host:port`; international names are kept as DNS writes them",
    ),
]
CURRENCY_PATTERN, COUNTRY_PATTERN = r"^[A-Z]{3}\Z", r"^[A-Z]{2}\Z"
Currency = Annotated[str, Meta(pattern=CURRENCY_PATTERN, examples=["GBP"])]
Country = Annotated[str, Meta(pattern=COUNTRY_PATTERN, examples=["GB"])]
Money = Annotated[Decimal, Meta(examples=["12.50"])]
"""An amount; on the wire, a decimal string."""
At = Annotated[datetime, Meta(tz=True)]
Day = date

PAGE_SIZE_MAX = 1_000
