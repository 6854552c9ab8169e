"""One number and one text for each (field, rule) of specification §5, in 20006-20184 unless it gives another."""

from collections.abc import Iterator
from typing import NamedTuple

from schema.core.errors import Code, Fault, Limit, Rule
from schema.core.scalar import (
    EMAIL_LONGEST,
    EMAIL_SHORTEST,
    MEDIA_KITS_MAX,
    PASSWORD_LONGEST,
    PASSWORD_SHORTEST,
    USERNAME_LONGEST,
    USERNAME_SHORTEST,
)

LIMIT = "{limit}"
"""The placeholder in a text for the limit that was broken."""


class FieldRules(NamedTuple):
    """A field's name in messages, what it must be, and a number for each rule it can break."""

    label: str
    noun: str
    required: int | None = None
    type: int | None = None
    length: int | None = None
    format: int | None = None
    limit: int | None = None
    format_text: str = ""
    shortest: int | None = None
    too_long_text: str = ""
    too_short_text: str = ""
    required_text: str = ""

    def messages(self) -> Iterator[tuple[str, int, str]]:
        """Yield (rule, number, text) for each rule; a text may contain `{limit}`."""
        if self.required:
            yield "required", self.required, self.required_text or f"{self.label} is required"
        if self.type:
            yield "type", self.type, f"{self.label} must be {self.noun}"
        if self.length and self.shortest:
            yield "too_short", self.length, self.too_short_text
        if self.length and self.limit:
            text = self.too_long_text or f"{self.label} cannot be longer than {LIMIT} characters"
            yield "too_long", self.length, text
        if self.format:
            yield "format", self.format, self.format_text

    def limit_of(self, rule: str) -> str:
        """The usual limit of a rule, where it has one."""
        limits = {"too_long": self.limit, "too_short": self.shortest}
        return str(limits.get(rule) or "")


def account_rules(
    label: str,
    code: Code,
    required: int,
    type: int,
    *,
    lengths: tuple[int, int],
    hint: str = "",
    short_hint: str = f"use at least {LIMIT} characters",
) -> FieldRules:
    """The rules of a field whose wrong length and format share a code; the text begins with the code's own."""
    shortest, longest = lengths
    return FieldRules(
        label,
        TEXT,
        required,
        type,
        code.number,
        code.number if hint else None,
        longest,
        f"{code.message}: {hint}",
        shortest,
        f"{code.message}: use at most {LIMIT} characters",
        f"{code.message}: {short_hint}",
    )


TEXT, WHOLE = "text", "a whole number, 1 or more"
USERNAME_HINT = "use letters, digits, '.', '_' and '-', with a letter or digit at both ends"
EMAIL_HINT = "give an address such as name@example.com"
WEBSITE_FORMAT = "Website must be a full URL, such as https://example.com"

FIELDS: dict[str, FieldRules] = {
    "username": account_rules(
        "Username",
        Code.USERNAME_INVALID,
        20006,
        20007,
        lengths=(USERNAME_SHORTEST, USERNAME_LONGEST),
        hint=USERNAME_HINT,
    ),
    "email": account_rules(
        "Email",
        Code.EMAIL_INVALID,
        20008,
        20009,
        lengths=(EMAIL_SHORTEST, EMAIL_LONGEST),
        hint=EMAIL_HINT,
        short_hint=EMAIL_HINT,
    ),
    "password": account_rules(
        "Password",
        Code.PASSWORD_INVALID,
        20010,
        20011,
        lengths=(PASSWORD_SHORTEST, PASSWORD_LONGEST),
    ),
    "confirm_password": FieldRules(
        "Confirm password", TEXT, 20012, 20013, required_text="Type the password again"
    ),
    "agreement": FieldRules("Agreement", "0 or 1", 20014, 20015),
    "site_id": FieldRules("Site", WHOLE, 20016, 20017),
    "logo": FieldRules("Logo", TEXT, None, 20020, 20022, limit=255),
    "website": FieldRules("Website", TEXT, 20023, 20026, 20027, 20028, 255, WEBSITE_FORMAT),
    "channel_platform": FieldRules("Channel platform", TEXT, 20029, 20030, 20031, limit=255),
    "channel_type": FieldRules("Channel type", WHOLE, 20032, 20033),
    "promotion_methods": FieldRules(
        "Promotion methods",
        "whole numbers, 1 or more",
        20034,
        20035,
        required_text="Choose how you promote",
    ),
    "company.name": FieldRules("Company name", TEXT, 20036, 20037, 20039, limit=100),
    "company.category": FieldRules("Company category", TEXT, 20042, 20043, 20044, limit=100),
    "company.country": FieldRules("Company country", TEXT, 20051, 20052, 20053, limit=100),
    "company.address": FieldRules("Company address", TEXT, 20054, 20056, 20058, limit=255),
    "company.city": FieldRules("Company city", TEXT, 20059, 20061, 20062, limit=100),
    "company.province": FieldRules("Company province", TEXT, 20063, 20070, 20071, limit=100),
    "company.postal_code": FieldRules("Company postal code", TEXT, 20072, 20073, 20074, limit=100),
    "media_kit": FieldRules(
        "Media kit",
        "a list of files",
        None,
        20075,
        20077,
        limit=MEDIA_KITS_MAX,
        too_long_text=f"Media kit cannot have more than {LIMIT} files",
    ),
    "media_kit.file_url": FieldRules("Media kit file URL", TEXT, 20078, 20079, 20080, limit=255),
    "media_kit.name": FieldRules("Media kit file name", TEXT, 20081, 20083, 20084, limit=255),
    "media_kit.size": FieldRules("Media kit file size", "a whole number above 0", 20085, 20086),
    "media_kit.id": FieldRules("Media kit", WHOLE, 20087, 20090),
    "avatar": FieldRules("Avatar", TEXT, 20091, 20092, 20093, limit=255),
    "brand_type": FieldRules("Brand type", "1 or 2", 20094, 20095),
    "target_url": FieldRules("Target URL", TEXT, 20096, 20097, 20100, limit=255),
    "uid1": FieldRules("Uid1", TEXT, None, 20101, 20102, limit=100),
    "uid2": FieldRules("Uid2", TEXT, None, 20103, 20104, limit=100),
    "uid3": FieldRules("Uid3", TEXT, None, 20105, 20106, limit=100),
    "uid4": FieldRules("Uid4", TEXT, None, 20107, 20108, limit=100),
    "uid5": FieldRules("Uid5", TEXT, None, 20109, 20110, limit=100),
    "start_date": FieldRules("Start date", "a day such as 2026-11-20", 20111, 20112),
    "end_date": FieldRules("End date", "a day such as 2026-11-20", 20113, 20114),
}

RULES_OF_FIELDS = {
    Rule.REQUIRED: "required",
    Rule.TOO_LONG: "too_long",
    Rule.TOO_MANY: "too_long",
    Rule.TOO_SHORT: "too_short",
    Rule.FORMAT: "format",
    Rule.NOT_AN_EMAIL: "format",
    Rule.NOT_A_URL: "format",
    Rule.UNKNOWN_FIELD: "",
}
"""The rule of specification §5 for each `Rule`; a rule that is not listed counts as `type`."""
SAME_AS = {"site.id": "site_id", "link.uid": "uid1"}
"""Other names of fields, in requests whose attributes describe a single object."""


def rules_of(field: str, topic: str = "") -> FieldRules | None:
    """The rules of a field such as `company.name`, wherever it stands: `channel.media_kit.name` is a `media_kit.name`.

    `topic` is what the whole request is about, where that is one thing of §5, such as a media kit.
    """
    keys = [f"{topic}.{field}"] if topic else []
    while field:
        keys.append(field)
        field = field.partition(".")[2]
    return next((FIELDS[name] for key in keys if (name := SAME_AS.get(key, key)) in FIELDS), None)


def find_rule(
    field: str, rule: Rule, topic: str = "", limit: Limit | None = None
) -> tuple[int, str] | None:
    """The number and text for a broken rule of a field, where §5 has one."""
    rules = rules_of(field, topic)
    wanted = RULES_OF_FIELDS.get(rule, "type")
    for name, number, text in rules.messages() if rules else ():
        if name == wanted:
            return number, text.replace(LIMIT, str(limit))
    return None


def missing_field(field: str) -> Fault:
    """The error for a field that turns out to be required."""
    path = f"attributes.{field}"
    number, text = find_rule(field, Rule.REQUIRED) or (None, "")
    return Fault(Code.REQUEST_INVALID, text, number=number, field=path, rule=Rule.REQUIRED)


def message_catalogue() -> dict[str, str | list[str]]:
    """The message of each number; a list if the specification has two."""
    messages: dict[int, list[str]] = {}
    for code in Code:
        messages.setdefault(code.number, []).append(code.message)
    for rules in FIELDS.values():
        for rule, number, template in rules.messages():
            text = template.replace(LIMIT, rules.limit_of(rule))
            if text not in messages.setdefault(number, []):
                messages[number].append(text)
    return {
        str(number): texts[0] if len(texts) == 1 else texts
        for number, texts in sorted(messages.items())
    }
