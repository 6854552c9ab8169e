"""What changed in a brand's campaigns: those announced, changed and cancelled, as events tell publishers."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import Any, NamedTuple

from schema.brands.brand import Campaign
from schema.core.event import Event, EventType, list_changes


class CampaignChange(NamedTuple):
    """A campaign before and after a brand was saved; None where there is none."""

    before: Campaign | None
    after: Campaign | None

    def to_event(self, publisher_id: int, mid: int) -> Event:
        """The event campaign.changed for a publisher that has joined the brand."""
        was, now = self.before, self.after
        status, former = "announced" if now else "cancelled", "announced" if was else None
        changes = list_changes(status=(former, status))
        if now is not None:
            changes |= list_changes(
                description=((was and was.note) or None, now.note or None),
                starts_at=(was and was.starts_on, now.starts_on),
                ends_at=(was and was.ends_on, now.ends_on),
            )
        campaign = now or was
        assert campaign is not None
        body = {
            "status": status,
            "previous_status": former,
            "note": campaign.describe(),
            "changes": changes,
        }
        return Event(publisher_id, EventType.CAMPAIGN_CHANGED, body, mid=mid)


ALIKE: Sequence[Callable[[Campaign], Any]] = (
    lambda each: each.note or None,
    lambda each: each.starts_on,
    lambda each: each.ends_on,
)
"""By what a campaign is known again after it was changed, the surest first; None is like no other."""


def compare_campaigns(
    before: Sequence[Campaign], after: Sequence[Campaign], today: date
) -> list[CampaignChange]:
    """What changed, except in campaigns that were over already and still are."""
    old = [each for each in before if each not in after]
    new = [each for each in after if each not in before]
    changes = []
    for mark in ALIKE:
        for now in list(new):
            was = next((each for each in old if mark(each) == mark(now) is not None), None)
            if was is not None:
                changes.append(CampaignChange(was, now))
                old.remove(was)
                new.remove(now)
    changes += [CampaignChange(None, each) for each in new]
    changes += [CampaignChange(each, None) for each in old]
    return [each for each in changes if any(part and part.ends_on >= today for part in each)]
