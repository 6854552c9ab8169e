"""The people who work for a publisher, and invitations to join them."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Annotated

from msgspec import UNSET, Meta, Struct, UnsetType, structs

from schema.accounts.permission import Role, permissions_of
from schema.accounts.reauth import Reauth
from schema.core.errors import Flaw, Rule
from schema.core.event import Event, EventType, list_changes
from schema.core.scalar import AnyPassword, At, Email, Id, Key255, Password, Username

MEMBERS_MAX = 100
"""The maximum number of a publisher's members, including those who are invited."""
INVITATION_LIFETIME = timedelta(days=7)
ChannelIds = Annotated[list[Id], Meta(min_length=1, max_length=100)]
"""The channels that a member may see."""
OF_OWNERS = "is for other roles: owners see all channels"
OF_ANALYSTS = "can be false for analysts only"


class Access(Struct, frozen=True, kw_only=True):
    """What a member sees: as which role, of which channels (null for all), and whether with amounts."""

    role: Role
    site_ids: list[int] | None
    with_money: bool

    @property
    def possible(self) -> "Access":
        """The same, for the role: owners see all channels, and only analysts can be without money."""
        return Access(
            role=self.role,
            site_ids=None if self.role is Role.OWNER else self.site_ids,
            with_money=self.with_money or self.role is not Role.ANALYST,
        )

    @property
    def permissions(self) -> tuple[str, ...]:
        """The permissions of work on the member's behalf, such as a file they requested."""
        return permissions_of(
            self.role, narrowed=self.site_ids is not None, with_money=self.with_money
        )

    @property
    def channels(self) -> str | None:
        """The channels as one text; None for all."""
        return None if self.site_ids is None else ", ".join(map(str, sorted(self.site_ids)))


def full_access(role: Role) -> Access:
    """All channels, with amounts."""
    return Access(role=role, site_ids=None, with_money=True)


def team_event(
    publisher_id: int, account_id: int, before: Access | None, after: Access | None
) -> Event:
    """The event of a member who joined (`before` is None), left (`after` is None), or may do or see something else."""
    was, now = before and before.possible, after and after.possible
    body = {
        "member_id": account_id,
        "kind": "joined" if was is None else "left" if now is None else "changed",
        "changes": list_changes(
            role=(was and was.role, now and now.role),
            with_money=(was and was.with_money, now and now.with_money),
            site_ids=(was and was.channels, now and now.channels),
        ),
    }
    return Event(publisher_id, EventType.TEAM_CHANGED, body)


def access_flaws(
    role: Role, site_ids: list[int] | UnsetType | None, with_money: bool | UnsetType
) -> Iterator[Flaw]:
    """Yield what a role cannot have."""
    if role is Role.OWNER and site_ids:
        yield Flaw("site_ids", Rule.NOT_APPLICABLE, OF_OWNERS)
    if role is not Role.ANALYST and with_money is False:
        yield Flaw("with_money", Rule.NOT_APPLICABLE, OF_ANALYSTS)


class TeamMember(Struct, frozen=True, kw_only=True):
    """A member of the publisher.

    `site_ids` are the channels that the member may see, null if all of them; `with_money` is whether amounts are shown.
    Only owners see these two, `two_step` and `last_seen`, which are null for others.
    """

    id: int
    username: str
    nickname: str
    email: str
    role: Role
    site_ids: list[int] | None
    with_money: bool | None
    two_step: bool | None
    joined_at: At
    last_seen: At | None

    def for_members(self) -> "TeamMember":
        """The member as shown to members who are not owners."""
        return structs.replace(self, site_ids=None, with_money=None, two_step=None, last_seen=None)


class Invitation(Struct, frozen=True, kw_only=True):
    """An invitation that was neither accepted nor withdrawn; its link works until `expires_at`."""

    id: int
    email: str
    role: Role
    site_ids: list[int] | None
    with_money: bool
    invited_by: str
    created_at: At
    expires_at: At


class Team(Struct, frozen=True, kw_only=True):
    """The members in the order in which they joined. Only owners see the invitations, newest first."""

    members: list[TeamMember]
    invitations: list[Invitation]


class TeamInvite(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody to invite. They will see the channels `site_ids`, or all; `with_money` is false for analysts without
    amounts.
    """

    email: Email
    role: Role
    site_ids: ChannelIds | None = None
    with_money: bool = True

    def find_flaws(self) -> Iterator[Flaw]:
        """Yield what the role cannot have."""
        yield from access_flaws(self.role, self.site_ids, self.with_money)


class TeamInvited(Struct, frozen=True, kw_only=True):
    id: int


class InvitationRef(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Id


class TeamRole(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another role for a member of the team, other channels, or money shown or not.

    What is left out stays as it is, as far as the role can have it; null `site_ids` stand for all channels. `was`,
    `was_site_ids` and `was_with_money` are what the caller saw. If it is no longer so, the change is refused.
    """

    id: Id
    role: Role
    was: Role
    site_ids: ChannelIds | UnsetType | None = UNSET
    with_money: bool | UnsetType = UNSET
    was_site_ids: ChannelIds | UnsetType | None = UNSET
    was_with_money: bool | UnsetType = UNSET

    def find_flaws(self) -> Iterator[Flaw]:
        """Yield what the role cannot have."""
        yield from access_flaws(self.role, self.site_ids, self.with_money)


class TeamRef(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Id


class TeamLeave(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """To leave a team: the password, or the ticket of a step-up."""


class InvitationToken(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    token: Key255


class InvitationOf(Struct, frozen=True, kw_only=True):
    """What an invitation's link offers: to join `publisher` as `role`, with the email address that it was sent to.

    `has_account`: the address has an account, whose holder signs in and joins with /auth/team_join.
    """

    publisher: str
    role: Role
    email: str
    invited_by: str
    has_account: bool


class TeamAccept(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The account that the invited person creates. Its email address is the one that was invited."""

    token: Key255
    username: Username
    password: Password
    confirm_password: AnyPassword


class Membership(Struct, frozen=True, kw_only=True):
    """A publisher that the signed-in person works for. `current`: the one for which the session acts."""

    uid: int
    name: str
    role: str
    current: bool


class PublisherRef(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A publisher that the signed-in person works for."""

    uid: Id


class InvitationMail(Struct, frozen=True):
    """The payload of the job that mails an invitation."""

    publisher_id: int
    invitation_id: int
