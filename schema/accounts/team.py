"""The people who work for a publisher, and invitations to join them."""

from datetime import timedelta

from msgspec import Struct, structs

from schema.accounts.account import Role
from schema.accounts.reauth import Reauth
from schema.core.scalar import AnyPassword, At, Email, Id, Key255, Password, Username

MEMBERS_MAX = 100
"""The maximum number of a publisher's members, including those who are invited."""
INVITATION_LIFETIME = timedelta(days=7)


class TeamMember(Struct, frozen=True, kw_only=True):
    """A member of the publisher. Only owners see `two_step` and `last_seen`, which are null for others."""

    id: int
    username: str
    nickname: str
    email: str
    role: Role
    two_step: bool | None
    joined_at: At
    last_seen: At | None

    def for_members(self) -> "TeamMember":
        """The member as shown to members who are not owners."""
        return structs.replace(self, two_step=None, last_seen=None)


class Invitation(Struct, frozen=True, kw_only=True):
    """An invitation that was neither accepted nor withdrawn; its link works until `expires_at`."""

    id: int
    email: str
    role: Role
    invited_by: str
    created_at: At
    expires_at: At


class Team(Struct, frozen=True, kw_only=True):
    """The members in the order in which they joined. Only owners see the invitations, newest first."""

    members: list[TeamMember]
    invitations: list[Invitation]


class TeamInvite(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    email: Email
    role: Role


class TeamInvited(Struct, frozen=True, kw_only=True):
    id: int


class InvitationRef(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Id


class TeamRole(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Another role for a member of the team.

    `was` is the role that the caller saw. If it is no longer the current one, the change is refused.
    """

    id: Id
    role: Role
    was: Role


class TeamRef(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: Id


class TeamLeave(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """To leave a team: the password, or the ticket of a step-up."""


class InvitationToken(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    token: Key255


class InvitationOf(Struct, frozen=True, kw_only=True):
    """What an invitation's link offers: to join `publisher` as `role`, with the email address that it was sent to."""

    publisher: str
    role: Role
    email: str
    invited_by: str


class TeamAccept(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The account that the invited person creates. Its email address is the one that was invited."""

    token: Key255
    username: Username
    password: Password
    confirm_password: AnyPassword


class InvitationMail(Struct, frozen=True):
    """The payload of the job that mails an invitation."""

    publisher_id: int
    invitation_id: int
