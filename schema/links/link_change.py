"""Changes of tracking links."""

from typing import ClassVar

from msgspec import Struct

from schema.core.scalar import CustomPath, FallbackUrl, Id, Note, TargetUrl, Uid
from schema.links.link import Coupon


class LinkEdit(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Changes of a tracking link.

    Fields left out stay as they are; an empty text clears a label, the note, the coupon or the fallback. `site_id`
    moves the link to another channel that has joined its brand; its results so far stay with the old one.
    `fallback_url`, on the brand's domains, is where visitors go while the target is known to be broken. `path` gives
    the link another custom path. `retired` retires it or brings it back.
    """

    rules_under: ClassVar[str] = "link"

    link_id: Id
    target_url: TargetUrl | None = None
    fallback_url: FallbackUrl | None = None
    uid1: Uid | None = None
    uid2: Uid | None = None
    uid3: Uid | None = None
    uid4: Uid | None = None
    uid5: Uid | None = None
    note: Note | None = None
    site_id: Id | None = None
    path: CustomPath | None = None
    coupon: Coupon | None = None
    retired: bool | None = None

    def uids_over(self, before: list[str]) -> list[str]:
        """uid1 to uid5 after the change."""
        changes = (self.uid1, self.uid2, self.uid3, self.uid4, self.uid5)
        return [old if new is None else new for new, old in zip(changes, before, strict=True)]


class LinkNote(Struct, frozen=True, forbid_unknown_fields=True):
    link_id: Id
    note: Note


class LinkRef(Struct, frozen=True, forbid_unknown_fields=True):
    link_id: Id
