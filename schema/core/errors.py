"""The codes a response can have (specification §8, contract §10). To respond with one: `raise Fault(Code.X)`."""

from enum import Enum
from typing import NamedTuple


class Code(Enum):
    """A number, and the English message that screens show for it."""

    # Any call may answer these, so no handler declares them.
    UNAUTHORIZED = 401, "Please sign in"
    TOKEN_EXPIRED = 20069, "Token expired"
    DEFAULT_SITE_NOT_SET = 20098, "Default site not set"
    REQUEST_INVALID = 21000, "Invalid request"
    PATH_UNKNOWN = 21001, "No such call"
    FIELD_UNKNOWN = 21002, "Unknown field"
    TOO_LARGE = 21003, "The request is too large"
    TOO_MANY_REQUESTS = 21004, "Too many requests, please wait a moment"
    UNAVAILABLE = 21005, "Not available just now, please try again"
    IDEMPOTENCY_KEY_REUSED = 21006, "This idempotency key was used for another request"
    APP_ID_WRONG = 21007, "Wrong application id"
    NOT_ALLOWED = 21008, "Not allowed"
    NOT_FOUND = 21009, "Not found"
    CRASHED = 21099, "Operation failed"

    # Accounts and sign-in.
    SECOND_STEP_DUE = 320, "Enter the code of your authenticator app"
    USERNAME_TAKEN = 20001, "Username already exists"
    USERNAME_INVALID = 20002, "Invalid username format"
    EMAIL_TAKEN = 20003, "Email already exists"
    EMAIL_INVALID = 20004, "Invalid email format"
    PASSWORD_INVALID = 20005, "Invalid password format"
    PASSWORDS_DIFFER = 20018, "Passwords do not match"
    USER_UNKNOWN = 20019, "User does not exist"
    EMAIL_ALREADY_VERIFIED = 20021, "Email already verified"
    EMAIL_TEMPLATE_MISSING = 20024, "Email template not found"
    EMAIL_NOT_SENT = 20025, "Failed to send email"
    THIRD_PARTY_UNKNOWN = 20038, "Third-party information does not exist"
    USER_ALREADY_BOUND = 20040, "User has been bound"
    REGISTRATION_FAILED = 20041, "Registration failed, please check"
    PASSWORD_WRONG = 20045, "Wrong password"
    EMAIL_NOT_VERIFIED = 20046, "Email not verified"
    USER_LOCKED = 20047, "User is locked"
    PASSWORD_INCORRECT = 20048, "Incorrect password"
    TOO_MANY_ATTEMPTS = 20049, "Login attempts exceeded, please reset password"
    LOGIN_PASSWORD_INVALID = 20050, "Invalid login password"
    USER_NOT_BOUND = 20055, "User not bound"
    EMAIL_UNKNOWN = 20057, "Current email user account does not exist"
    VERIFICATION_CODE_INVALID = 20060, "Invalid verification code"
    CONFIRM_PASSWORD_WRONG = 20064, "Confirm password error"
    PASSWORD_RESET_FAILED = 20065, "Password reset failed"
    PASSWORD_EXPIRED = 20066, "Password expired"
    TOKEN_INVALID = 20068, "Invalid token"
    USER_NOT_FOUND = 20198, "User not found"

    # Sites, brands and merchants.
    SITE_NOT_FOUND = 20088, "Site not found"
    SITE_VALIDATION_FAILED = 20089, "Site validation failed"
    DEFAULT_SITE_GONE = 20099, "Site not found"
    SITE_STATUS_ERROR = 20165, "Site status error"
    BRAND_UNKNOWN = 20185, "Brand does not exist"
    SITE_INVALID = 20186, "Site does not exist or is invalid"
    RELATIONSHIP_NOT_APPROVED = 20187, "Site and brand relationship not approved"
    MERCHANT_NOT_FOUND = 20199, "Merchant not found"
    MERCHANT_OFFLINE = 20201, "Merchant status is offline"
    TERMS_MISSING = 20202, "Merchant payment standard not found"
    URL_NOT_SUPPORTED = 20203, "Merchant does not support this URL"

    # Links, reports and files.
    TRACK_USED = 20067, "Track has been used"
    NOTICE_UNKNOWN = 20076, "Notice does not exist"
    DATES_REVERSED = 20082, "Start date cannot be later than end date"
    TARGET_URL_INVALID = 20188, "Invalid target URL"
    LINK_NOT_GENERATED = 20189, "Link generation failed"
    TRACK_INVALID = 20195, "Invalid track"
    URL_FORBIDDEN = 20197, "URL forbidden"
    DOWNLOAD_DUPLICATE = 20203, "A duplicate download task already exists"

    # Payments.
    BELOW_MINIMUM = 21010, "This is below the minimum that is paid out"
    METHOD_NOT_USABLE = 21011, "This payment method cannot be used yet"
    STATE_FORBIDS = 21012, "Not possible in its present state"
    NOTHING_TO_PAY = 21013, "There is nothing to pay"
    RATE_MISSING = 21014, "There is no exchange rate for this day"
    VIEW_OUT_OF_DATE = (
        21015,
        "The report has changed, so this view no longer fits it: save its filter again",
    )
    CHANGED_MEANWHILE = 21016, "This was changed in the meantime, please load it again"

    def __init__(self, number: int, message: str) -> None:
        self.number = number
        self.message = message


ANY_CALL = frozenset(
    {
        Code.UNAUTHORIZED,
        Code.TOKEN_EXPIRED,
        Code.DEFAULT_SITE_NOT_SET,
        Code.DEFAULT_SITE_GONE,
        Code.REQUEST_INVALID,
        Code.PATH_UNKNOWN,
        Code.FIELD_UNKNOWN,
        Code.TOO_LARGE,
        Code.TOO_MANY_REQUESTS,
        Code.UNAVAILABLE,
        Code.IDEMPOTENCY_KEY_REUSED,
        Code.APP_ID_WRONG,
        Code.NOT_ALLOWED,
        Code.NOT_FOUND,
        Code.CRASHED,
    }
)


class Fault(Exception):
    """An error that the caller can act on. Any other exception is a bug.

    `message` replaces the catalogue's text where it can say more, such as what fixes it. `field` is the field
    that is to blame, by its path in `req` (`attributes.company.name`, `filter.start_date`): it becomes
    `data.field`, beside which a form shows the message. `why` is what to say after the field's own name where
    there is no better message. `number` is given by the rules of schema/core/rules.py alone; `data` is what else a
    caller needs to go on; `wait` is in seconds and becomes Retry-After.
    """

    def __init__(
        self,
        code: Code,
        message: str = "",
        *,
        field: str = "",
        why: str = "",
        number: int | None = None,
        data: object = None,
        wait: float | None = None,
    ) -> None:
        super().__init__(message or (f"`{field}` {why}" if why else code.message))
        self.code = code
        self.number = number or code.number
        self.field = field
        self.data = {"field": field} if field and data is None else data
        self.wait = wait


class Flaw(NamedTuple):
    """What is wrong with a field of a form: its path in `attributes`, and why."""

    field: str
    why: str

    def prefix(self, parent: str) -> "Flaw":
        """The same flaw, with the path from the object that contains it."""
        return Flaw(f"{parent}.{self.field}", self.why)

    def to_fault(self) -> Fault:
        return Fault(Code.REQUEST_INVALID, field=f"attributes.{self.field}", why=self.why)
