"""A publisher's applications to brands, the decisions on them, and how long brands take to answer."""

from datetime import timedelta
from typing import Annotated, Literal

from msgspec import Meta, Struct

from schema.brands.brand import Approval, BrandStatus, Relation
from schema.core.scalar import At, Id, Text100

ANSWER_HISTORY = timedelta(days=365)
"""The answers over which a brand's usual time to answer applications is measured."""


class ApplicationFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    status: Relation | None = None
    site_id: Id | None = None
    mcid: Text100 | None = None


class UsualAnswer(Struct, frozen=True, kw_only=True):
    """How long a brand takes to answer applications: half within `median_days`, nine of ten within `p90_days`.

    From `all` publishers, if there are enough, `applications` is 30, 100 or 1,000, and means so many or more. From
    one's `own`, it is their number.
    """

    median_days: int
    p90_days: int
    applications: int
    source: Literal["all", "own"]


class ApplicationRow(Struct, frozen=True, kw_only=True):
    """A channel's latest application to a brand. `age_days` counts whole days since `applied_at`.

    `reason` is the network's if it rejected or ended the relationship. `decided_at` is null while the application is
    pending. `usual_answer` is null where too few applications were answered to say how long that takes.
    """

    mcid: str
    mid: int
    brand_name: str
    logo: str | None
    brand_status: BrandStatus
    approval: Approval
    site_id: int
    site_name: str
    relationship: Relation
    reason: str | None
    ended_by: Literal["publisher", "network"] | None
    message: str | None
    applied_at: At
    age_days: int
    decided_at: At | None
    usual_answer: UsualAnswer | None = None


class StandingFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The filter of the list of brands by channel.

    `status`: at least one channel has this status. `incomplete`: not every approved channel has applied.
    """

    keyword: Annotated[str, Meta(max_length=100)] | None = None
    status: Relation | None = None
    incomplete: bool = False


class ChannelStanding(Struct, frozen=True, kw_only=True):
    """A channel's relationship with a brand; `ended_by` and `reason` say why it is over."""

    site_id: int
    relationship: Relation
    reason: str | None
    ended_by: Literal["publisher", "network"] | None
    applied_at: At


class BrandStanding(Struct, frozen=True, kw_only=True):
    """A brand that any channel has applied to. Channels without a relationship are not in `channels`."""

    mcid: str
    mid: int
    name: str
    logo: str | None
    status: BrandStatus
    approval: Approval
    commission: str
    channels: list[ChannelStanding]
