"""Written from the portal's registry by `make client`: do not edit."""

from __future__ import annotations

from .errors import Refused


class Unauthorized(Refused):
    """401: Please sign in."""


class PasswordInvalid(Refused):
    """20005: Invalid password format / Invalid password format: use at least 12 characters / Invalid password format: use at most 128 characters."""


class LoginPasswordInvalid(Refused):
    """20050: Invalid login password."""


class TrackUsed(Refused):
    """20067: Track has been used."""


class TokenExpired(Refused):
    """20069: Token expired."""


class DatesReversed(Refused):
    """20082: Start date cannot be later than end date."""


class SiteNotFound(Refused):
    """20088: Site not found."""


class DefaultSiteNotSet(Refused):
    """20098: Default site not set."""


class DefaultSiteGone(Refused):
    """20099: Site not found."""


class SiteStatusError(Refused):
    """20165: Site status error."""


class BrandUnknown(Refused):
    """20185: Brand does not exist."""


class SiteInvalid(Refused):
    """20186: Site does not exist or is invalid."""


class RelationshipNotApproved(Refused):
    """20187: Site and brand relationship not approved."""


class TargetUrlInvalid(Refused):
    """20188: Invalid target URL."""


class TrackInvalid(Refused):
    """20195: Invalid track."""


class UrlForbidden(Refused):
    """20197: URL forbidden."""


class MerchantNotFound(Refused):
    """20199: Merchant not found."""


class MerchantOffline(Refused):
    """20201: Merchant status is offline."""


class TermsMissing(Refused):
    """20202: Merchant payment standard not found."""


class UrlNotSupported(Refused):
    """20203: Merchant does not support this URL / A duplicate download task already exists."""


class RequestInvalid(Refused):
    """21000: Invalid request."""


class PathUnknown(Refused):
    """21001: No such call."""


class FieldUnknown(Refused):
    """21002: Unknown field."""


class TooLarge(Refused):
    """21003: The request is too large."""


class TooManyRequests(Refused):
    """21004: Too many requests, please wait a moment."""


class Unavailable(Refused):
    """21005: Not available just now, please try again."""


class IdempotencyKeyReused(Refused):
    """21006: This idempotency key was used for another request."""


class AppIdWrong(Refused):
    """21007: Wrong application id."""


class NotAllowed(Refused):
    """21008: Not allowed."""


class NotFound(Refused):
    """21009: Not found."""


class BelowMinimum(Refused):
    """21010: This is below the minimum that is paid out."""


class MethodNotUsable(Refused):
    """21011: This payment method cannot be used yet."""


class StateForbids(Refused):
    """21012: Not possible in its present state."""


class NothingToPay(Refused):
    """21013: There is nothing to pay."""


class RateMissing(Refused):
    """21014: There is no exchange rate for this day."""


class ChangedMeanwhile(Refused):
    """21016: This was changed in the meantime, please load it again."""


class Crashed(Refused):
    """21099: Operation failed."""


REFUSALS: dict[int, type[Refused]] = {
    401: Unauthorized,
    20005: PasswordInvalid,
    20050: LoginPasswordInvalid,
    20067: TrackUsed,
    20069: TokenExpired,
    20082: DatesReversed,
    20088: SiteNotFound,
    20098: DefaultSiteNotSet,
    20099: DefaultSiteGone,
    20165: SiteStatusError,
    20185: BrandUnknown,
    20186: SiteInvalid,
    20187: RelationshipNotApproved,
    20188: TargetUrlInvalid,
    20195: TrackInvalid,
    20197: UrlForbidden,
    20199: MerchantNotFound,
    20201: MerchantOffline,
    20202: TermsMissing,
    20203: UrlNotSupported,
    21000: RequestInvalid,
    21001: PathUnknown,
    21002: FieldUnknown,
    21003: TooLarge,
    21004: TooManyRequests,
    21005: Unavailable,
    21006: IdempotencyKeyReused,
    21007: AppIdWrong,
    21008: NotAllowed,
    21009: NotFound,
    21010: BelowMinimum,
    21011: MethodNotUsable,
    21012: StateForbids,
    21013: NothingToPay,
    21014: RateMissing,
    21016: ChangedMeanwhile,
    21099: Crashed,
}
