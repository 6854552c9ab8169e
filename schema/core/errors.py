"""The codes a response can have (specification §8, contract §10), and the rules that a refused field breaks.

To respond with a code: `raise Fault(Code.X)`.
"""

from enum import Enum, StrEnum
from typing import NamedTuple

Limit = int | str
"""The limit that a rule compares a value with."""


class Code(Enum):
    """An error code: its number, and the English message that screens show for it."""

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


class Rule(StrEnum):
    """The rule that a refused field breaks. Names may be added, and are never changed."""

    why: str
    # What a message says after the field's name, with the rule's limit; empty where only the refusing code knows it.

    def __new__(cls, name: str, why: str = "") -> "Rule":
        rule = str.__new__(cls, name)
        rule._value_ = name
        rule.why = why
        return rule

    # Whether there may be a value.
    REQUIRED = "required", "is required"
    NOT_APPLICABLE = "not_applicable", "does not apply here"
    UNKNOWN_FIELD = "unknown_field", "is not a known field"

    # What a value is.
    TYPE = "type", "does not have the right type"
    FORMAT = "format", "does not have the right format"
    ONE_OF = "one_of", "must be one of: {limit}"
    NOT_A_NUMBER = "not_a_number", "must be a number such as 12.50"
    NOT_A_DATE = "not_a_date", "must be a day such as 2026-11-20"
    NOT_A_TIME = "not_a_time", "must be a time such as 2026-11-20T10:00:00Z"
    NOT_A_MONTH = "not_a_month", "must be a month such as 2026-10"
    NOT_A_COUNTRY = "not_a_country", "is not an ISO 3166 country code, such as GB"
    NOT_A_CURRENCY = "not_a_currency", "is not an ISO 4217 currency code, such as GBP"
    NOT_A_TIME_ZONE = "not_a_time_zone", "is not a time zone such as Europe/London"
    NOT_AN_EMAIL = "not_an_email", "does not have the right format"
    NOT_A_PHONE = "not_a_phone", "is not a phone number: begin with + and the country code"
    NOT_A_URL = "not_a_url", "does not have the right format"
    NOT_A_HOST = "not_a_host", "is not a host, such as shop.example or *.shop.example"
    NOT_A_CURSOR = "not_a_cursor", "is not a cursor of this list; send back `next` unchanged"
    NOT_AN_IBAN = "not_an_iban", "is not a valid IBAN"
    NOT_A_BIC = "not_a_bic", "is not a valid BIC"
    NOT_A_BANK_NAME = "not_a_bank_name", "has no letter that banks can write"
    NOT_A_VAT_NUMBER = "not_a_vat_number", "is no VAT number; leave it empty if there is none"
    NOT_A_TAX_NUMBER = "not_a_tax_number", "is no tax number; leave it empty if there is none"
    WRONG_DIGITS = "wrong_digits", "is not a valid {limit}; check its digits"
    WEAK_PASSWORD = "weak_password", ""

    # How much a value is.
    TOO_LONG = "too_long", "cannot be longer than {limit}"
    TOO_SHORT = "too_short", "cannot be shorter than {limit}"
    TOO_MANY = "too_many", "cannot be longer than {limit}"
    TOO_LARGE = "too_large", "must be <= {limit}"
    TOO_SMALL = "too_small", "must be >= {limit}"
    OUT_OF_RANGE = "out_of_range", "must be from {limit}"
    NOT_POSITIVE = "not_positive", "must be an amount above 0"
    TOO_MANY_DECIMALS = "too_many_decimals", "cannot have more than {limit} decimals"
    FULL = "full", "cannot be created: you already have {limit}"

    # When a value is.
    IN_THE_FUTURE = "in_the_future", "cannot be in the future"
    IN_THE_PAST = "in_the_past", "must lie in the future"
    TOO_OLD = "too_old", "cannot be more than {limit} days ago"
    TOO_EARLY = "too_early", "is before {limit}"
    NOT_LATER = "not_later", "must be later than {limit}"
    TOO_LONG_AFTER = "too_long_after", "must be less than {limit} years later"
    TOO_MANY_DAYS = "too_many_days", "must be less than {limit} days later"

    # How a value relates to others.
    UNKNOWN = "unknown", "is not known"
    NOT_UPLOADED = "not_uploaded", "is not one of your files: upload it first"
    TAKEN = "taken", "is taken already"
    DUPLICATE = "duplicate", "is already at {limit}"
    MISMATCH = "mismatch", ""
    SAME = "same", "must differ from {limit}"
    UNCHANGED = "unchanged", "is the amount that the order already has"
    UNSUPPORTED = "unsupported", "is not supported by {limit}"
    WRONG_HOST = "wrong_host", "must be a page of {limit}"
    TRACKING_LINK = "tracking_link", "must not be a tracking link"
    WRONG_COUNTRY = "wrong_country", "begins with {limit}, which is not the country of the company"
    ONE_STOP_SHOP = (
        "one_stop_shop",
        "begins with EU: numbers of the One-Stop-Shop are no registration for invoices",
    )

    # URLs and templates of postbacks.
    NOT_ASCII = "not_ascii", "must be of printable ASCII characters; percent-encode all others"
    FRAGMENT = "fragment", "must have no part after #, because browsers alone read it"
    USER_IN_URL = "user_in_url", "must not contain a user name or password"
    MACRO_IN_HOST = "macro_in_host", "must not contain macros in its host or port"
    UNKNOWN_MACRO = "unknown_macro", "contains {{{limit}}}, but there is no such macro"
    UNMATCHED_BRACE = "unmatched_brace", "has an unmatched brace"
    SIGNATURE_IN_BODY = (
        "signature_in_body",
        "must not contain {{signature}}: the body of a POST is signed in its headers",
    )

    # Files.
    EMPTY = "empty", "is empty"
    NOT_A_TABLE = "not_a_table", "is not a CSV file"
    NOT_UTF8 = "not_utf8", "is not in UTF-8: {limit}"
    COLUMNS = "columns", "must have the columns {limit}"
    UNREADABLE = "unreadable", "cannot be read: {limit}"
    NOT_AN_IMAGE = "not_an_image", "must be an image"
    FILE_TYPE = "file_type", "must be a complete JPEG, PNG or WebP image or a PDF document"
    ENCRYPTED_FILE = "encrypted_file", "is encrypted; save it without a password"
    ACTIVE_FILE = "active_file", "holds a script, a file, or something else that runs"
    TOO_MANY_PIXELS = "too_many_pixels", "has more than {limit} million pixels"

    # Any other obstacle; the message says which.
    AMBIGUOUS = "ambiguous", ""
    CHANGED = "changed", ""
    FIXED = "fixed", "cannot be changed"
    FORBIDDEN = "forbidden", ""
    IS_DEFAULT = "is_default", "is the default {limit}; make another one the default first"
    RECALCULATING = "recalculating", ""
    STATE = "state", ""


RULES: dict[Code, Rule] = {
    Code.BRAND_UNKNOWN: Rule.UNKNOWN,
    Code.CHANGED_MEANWHILE: Rule.CHANGED,
    Code.CONFIRM_PASSWORD_WRONG: Rule.MISMATCH,
    Code.DATES_REVERSED: Rule.TOO_EARLY,
    Code.EMAIL_TAKEN: Rule.TAKEN,
    Code.FIELD_UNKNOWN: Rule.UNKNOWN_FIELD,
    Code.MERCHANT_NOT_FOUND: Rule.UNKNOWN,
    Code.MERCHANT_OFFLINE: Rule.STATE,
    Code.METHOD_NOT_USABLE: Rule.STATE,
    Code.NOTHING_TO_PAY: Rule.STATE,
    Code.NOTICE_UNKNOWN: Rule.UNKNOWN,
    Code.NOT_ALLOWED: Rule.FORBIDDEN,
    Code.NOT_FOUND: Rule.UNKNOWN,
    Code.PASSWORDS_DIFFER: Rule.MISMATCH,
    Code.RELATIONSHIP_NOT_APPROVED: Rule.STATE,
    Code.SITE_INVALID: Rule.UNKNOWN,
    Code.SITE_STATUS_ERROR: Rule.STATE,
    Code.STATE_FORBIDS: Rule.STATE,
    Code.TARGET_URL_INVALID: Rule.NOT_A_URL,
    Code.TERMS_MISSING: Rule.STATE,
    Code.TRACK_INVALID: Rule.FORMAT,
    Code.TRACK_USED: Rule.TAKEN,
    Code.URL_FORBIDDEN: Rule.FORBIDDEN,
    Code.URL_NOT_SUPPORTED: Rule.WRONG_HOST,
    Code.USERNAME_TAKEN: Rule.TAKEN,
    Code.USER_NOT_FOUND: Rule.UNKNOWN,
    Code.VIEW_OUT_OF_DATE: Rule.CHANGED,
}
"""The rule that a field breaks if the error gives only its code."""


class Fault(Exception):
    """An error that the caller can act on. Any other exception is a bug.

    `message` replaces the catalogue's text where it can say more, such as how to fix the error. `field` is the path in
    `req` of the field to blame (`attributes.company.name`, `filter.start_date`), `rule` the rule it breaks, unless the
    code implies it, and `limit` what the rule compares the value with; they become `data`, from which a form makes its
    own message. `why` follows the field's name where neither message nor rule says enough. `number` is given only by
    the rules of schema/core/field_errors.py; `data` is what else a caller needs to continue; `wait` is in seconds and
    becomes Retry-After.
    """

    def __init__(
        self,
        code: Code,
        message: str = "",
        *,
        field: str = "",
        rule: Rule | None = None,
        limit: Limit | None = None,
        why: str = "",
        number: int | None = None,
        data: object = None,
        wait: float | None = None,
    ) -> None:
        if rule and not message and code is Code.REQUEST_INVALID:
            message = Flaw(field, rule, why, limit).describe()
        super().__init__(message or code.message)
        self.code = code
        self.number = number or code.number
        self.field = field
        self.rule = rule or (RULES.get(code) if field else None)
        self.limit = limit
        self.data = data
        if field and (data is None or isinstance(data, dict)):
            compared = {} if limit is None else {"limit": limit}
            self.data = {"field": field, "rule": self.rule, **compared, **(data or {})}
        self.wait = wait


class Flaw(NamedTuple):
    """What is wrong with a field: its path in `attributes`, the rule, and why, where the rule says too little."""

    field: str
    rule: Rule
    why: str = ""
    limit: Limit | None = None

    def prefix(self, parent: str) -> "Flaw":
        """The same flaw, with its path extended by that of the object that contains it."""
        return self._replace(field=f"{parent}.{self.field}")

    @property
    def reason(self) -> str:
        """The reason, worded to follow the field's name."""
        return self.why or self.rule.why.format(limit=self.limit)

    def describe(self) -> str:
        return f"`{self.field}` {self.reason}"

    def to_fault(self) -> Fault:
        field, rule, why, limit = self
        return Fault(
            Code.REQUEST_INVALID, field=f"attributes.{field}", rule=rule, why=why, limit=limit
        )
