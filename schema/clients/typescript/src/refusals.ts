// Written from the portal's registry by `make client`: do not edit.

import { Refused } from "./errors.js";

/** 401: Please sign in. */
export class Unauthorized extends Refused {}

/** 20005: Invalid password format / Invalid password format: use at least 12 characters / Invalid password format: use at most 128 characters. */
export class PasswordInvalid extends Refused {}

/** 20050: Invalid login password. */
export class LoginPasswordInvalid extends Refused {}

/** 20067: Track has been used. */
export class TrackUsed extends Refused {}

/** 20069: Token expired. */
export class TokenExpired extends Refused {}

/** 20082: Start date cannot be later than end date. */
export class DatesReversed extends Refused {}

/** 20088: Site not found. */
export class SiteNotFound extends Refused {}

/** 20098: Default site not set. */
export class DefaultSiteNotSet extends Refused {}

/** 20099: Site not found. */
export class DefaultSiteGone extends Refused {}

/** 20165: Site status error. */
export class SiteStatusError extends Refused {}

/** 20185: Brand does not exist. */
export class BrandUnknown extends Refused {}

/** 20186: Site does not exist or is invalid. */
export class SiteInvalid extends Refused {}

/** 20187: Site and brand relationship not approved. */
export class RelationshipNotApproved extends Refused {}

/** 20188: Invalid target URL. */
export class TargetUrlInvalid extends Refused {}

/** 20195: Invalid track. */
export class TrackInvalid extends Refused {}

/** 20197: URL forbidden. */
export class UrlForbidden extends Refused {}

/** 20199: Merchant not found. */
export class MerchantNotFound extends Refused {}

/** 20201: Merchant status is offline. */
export class MerchantOffline extends Refused {}

/** 20202: Merchant payment standard not found. */
export class TermsMissing extends Refused {}

/** 20203: Merchant does not support this URL / A duplicate download task already exists. */
export class UrlNotSupported extends Refused {}

/** 21000: Invalid request. */
export class RequestInvalid extends Refused {}

/** 21001: No such call. */
export class PathUnknown extends Refused {}

/** 21002: Unknown field. */
export class FieldUnknown extends Refused {}

/** 21003: The request is too large. */
export class TooLarge extends Refused {}

/** 21004: Too many requests, please wait a moment. */
export class TooManyRequests extends Refused {}

/** 21005: Not available just now, please try again. */
export class Unavailable extends Refused {}

/** 21006: This idempotency key was used for another request. */
export class IdempotencyKeyReused extends Refused {}

/** 21007: Wrong application id. */
export class AppIdWrong extends Refused {}

/** 21008: Not allowed. */
export class NotAllowed extends Refused {}

/** 21009: Not found. */
export class NotFound extends Refused {}

/** 21010: This is below the minimum that is paid out. */
export class BelowMinimum extends Refused {}

/** 21011: This payment method cannot be used yet. */
export class MethodNotUsable extends Refused {}

/** 21012: Not possible in its present state. */
export class StateForbids extends Refused {}

/** 21013: There is nothing to pay. */
export class NothingToPay extends Refused {}

/** 21014: There is no exchange rate for this day. */
export class RateMissing extends Refused {}

/** 21016: This was changed in the meantime, please load it again. */
export class ChangedMeanwhile extends Refused {}

/** 21099: Operation failed. */
export class Crashed extends Refused {}

export const REFUSALS: Record<number, typeof Refused> = {
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
};
