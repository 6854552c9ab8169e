"""A file of brands: CSV with a header row, or a JSON list; a faulty line does not affect the others."""

import re
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rpc.calls.decoding.body import is_unstorable
from rpc.calls.decoding.fault import fault_of
from schema.brands.brand import BrandDraft
from schema.brands.commission_group import TermsOwner, find_unknown_owner
from schema.core.errors import Code, Fault, Flaw, Rule
from schema.core.table_file import (
    HEAD_CHARACTERS,
    Encoding,
    FileFlaw,
    decode,
    find_encoding,
    find_layout,
    own_name,
    split_rows,
    text_lines,
)
from schema.links.fallback import find_brand_flaw
from schema.network.brand import BrandLine, LineOutcome
from schema.orders.import_numbers import DecimalSign, NumberColumn, to_plain_number

FIELDS = {field.name: field for field in msgspec.structs.fields(BrandDraft)}
REQUIRED = [
    name for name, field in FIELDS.items() if field.required and name != "commission_groups"
]
LISTS = ("domains", "categories", "regions", "forbidden_words")
COLUMNS = {*FIELDS, "commission"}
UNWRITABLE = "A text contains a character that cannot be stored (NUL)"
FIELD = "attributes.content"
RESERVED = Flaw("mcid", Rule.TAKEN, "is the address of a page")
"""The error for a new brand whose mcid is the name of a page below /brands."""
SYMBOLS = re.compile(r"[%A-Za-z\s]")
"""The characters next to the number of a commission: a percent sign or a currency."""
YES, NO = ("yes", "y", "true", "1"), ("no", "n", "false", "0")


class BrandFileLine(Struct, frozen=True):
    """A line of the file: the brand it contains, or why it is refused."""

    number: int
    mcid: str | None
    draft: BrandDraft | None = None
    reason: str | None = None

    def refuse(self, flaw: Flaw | None) -> "BrandFileLine":
        return replace(self, draft=None, reason=flaw.describe()) if flaw else self

    def refuse_unknown_owner(self, unknown: set[TermsOwner]) -> "BrandFileLine":
        """The line, refused if its terms name an unknown publisher or channel."""
        return (
            self.refuse(find_unknown_owner(self.draft.commission_groups, unknown))
            if self.draft
            else self
        )

    def refuse_reserved(self, reserved: set[str]) -> "BrandFileLine":
        """The line, refused if the mcid of its new brand is the name of a page."""
        return self.refuse(RESERVED if self.draft and self.draft.mcid in reserved else None)

    def outcome(self, created: set[str]) -> BrandLine:
        """The outcome of the line, given which brands were created."""
        became = LineOutcome.CREATED if self.mcid in created else LineOutcome.UPDATED
        return BrandLine(
            self.number, self.mcid, became if self.draft else LineOutcome.REFUSED, self.reason
        )


def decode_text(raw: bytes) -> tuple[str, Encoding]:
    """A file's text and its detected encoding. Raises 21000 with the line and byte if the text cannot be decoded."""
    try:
        encoding = find_encoding(lambda: [raw], None)
        return decode(raw, encoding), encoding
    except FileFlaw as flaw:
        raise Fault(Code.REQUEST_INVALID, f"The file cannot be read: {flaw}") from None


def read_lines(content: str) -> list[BrandFileLine]:
    """The lines of a file, each checked separately. Raises 21000 if the file as a whole cannot be read."""
    text = content.removeprefix("\ufeff")
    if "\ufffd" in text:
        number = text.count("\n", 0, text.index("\ufffd")) + 1
        why = f"was not UTF-8 before it was sent: line {number} has lost a character"
        raise Fault(
            Code.REQUEST_INVALID, field=FIELD, rule=Rule.NOT_UTF8, why=why, limit=f"line {number}"
        )
    lines = list(read_json(text) if text.lstrip().startswith("[") else read_csv(text))
    if not lines:
        raise Fault(Code.REQUEST_INVALID, field=FIELD, rule=Rule.EMPTY, why="contains no brands")
    first: dict[str | None, int] = {}
    checked = []
    for line in lines:
        if line.draft is not None:
            line = replace(line, draft=line.draft.with_ascii_domains())
        flaw = line.draft.first_flaw() or find_brand_flaw(line.draft) if line.draft else None
        sound = line.draft is not None and flaw is None
        if sound and first.setdefault(line.mcid, line.number) != line.number:
            flaw = Flaw("mcid", Rule.DUPLICATE, limit=f"line {first[line.mcid]}")
        checked.append(line.refuse(flaw))
    return checked


def read_json(text: str) -> Iterator[BrandFileLine]:
    """The brands of a JSON list, numbered from 1."""
    try:
        items = msgspec.json.decode(text.encode(), type=list[msgspec.Raw])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        why = f"is not a JSON list: {error}"
        raise unreadable(why, str(error)) from None
    for number, part in enumerate(items, 1):
        yield read_json_brand(number, part)


def read_json_brand(number: int, item: msgspec.Raw) -> BrandFileLine:
    mcid = None
    try:
        whole = msgspec.json.decode(item)
        if is_unstorable(whole):
            return BrandFileLine(number, None, reason=UNWRITABLE)
        name = whole.get("mcid") if isinstance(whole, dict) else None
        mcid = name if isinstance(name, str) else None
        return BrandFileLine(number, mcid, msgspec.json.decode(item, type=BrandDraft))
    except msgspec.ValidationError as error:
        return BrandFileLine(number, mcid, reason=str(fault_of(error, kind=BrandDraft)))
    except (msgspec.MsgspecError, ValueError, ArithmeticError, RecursionError) as error:
        return BrandFileLine(number, mcid, reason=f"The brand is not a JSON object: {error}")


def read_csv(text: str) -> Iterator[BrandFileLine]:
    """The brands of a CSV file, numbered by the line they begin on; the decimal sign is detected from all of them."""
    try:
        layout = find_layout(text[:HEAD_CHARACTERS], Encoding.UTF_8)
        (_, names), *rows = split_rows(text_lines(text), layout)
    except FileFlaw as flaw:
        raise unreadable(f"is not valid CSV: {flaw}", str(flaw)) from None
    check_columns(names)
    column = NumberColumn()
    at = names.index("commission") if "commission" in names else None
    for number, cells in rows if at is not None else ():
        if at is not None and at < len(cells):
            column.add(number, SYMBOLS.sub("", cells[at]))
    if question := column.question("`commission`"):
        raise unreadable(f"cannot be read: {question}", question)
    for number, cells in rows:
        yield read_row(number, names, cells, column.sign or DecimalSign.POINT)


def check_columns(names: list[str]) -> None:
    for name in filter(None, map(own_name, names)):
        raise file_fault(f"The column `{name}` appears twice")
    for name in REQUIRED:
        if name not in names:
            raise file_fault(f"The file has no column `{name}`")
    if not {"commission", "commission_groups"} & set(names):
        raise file_fault("The file has no column `commission` (or `commission_groups`)")
    for name in names:
        if name not in COLUMNS:
            columns = ", ".join(sorted(COLUMNS))
            raise file_fault(f"The column `{name}` is unknown; the columns are {columns}")


def file_fault(text: str) -> Fault:
    return Fault(Code.REQUEST_INVALID, text, field=FIELD, rule=Rule.COLUMNS)


def unreadable(why: str, limit: str) -> Fault:
    return Fault(Code.REQUEST_INVALID, field=FIELD, rule=Rule.UNREADABLE, why=why, limit=limit)


def read_row(
    number: int, names: Sequence[str], row: Sequence[str], sign: DecimalSign
) -> BrandFileLine:
    cells = dict(zip(names, map(str.strip, row), strict=False))
    mcid = cells.get("mcid", "")
    if len(row) != len(names):
        return BrandFileLine(
            number, mcid or None, reason="The line has more or fewer cells than the header"
        )
    try:
        fields = dict(parse_cells(cells, sign))
        return BrandFileLine(
            number, mcid or None, msgspec.convert(fields, BrandDraft, strict=False)
        )
    except msgspec.ValidationError as error:
        return BrandFileLine(number, mcid or None, reason=str(fault_of(error, kind=BrandDraft)))
    except ValueError as error:
        return BrandFileLine(number, mcid or None, reason=str(error))


def parse_cells(cells: dict[str, str], sign: DecimalSign) -> Iterator[tuple[str, Any]]:
    """The fields of a row's non-empty cells, with their values."""
    for name, text in cells.items():
        if not text:
            continue
        if name in LISTS:
            yield name, [part.strip() for part in text.split("|") if part.strip()]
        elif name == "commission":
            yield "commission_groups", [parse_commission(text, cells, sign)]
        elif name == "commission_groups" or name == "promotion_methods":
            yield name, parse_json(name, text)
        elif name in ("deep_link", "coupon_decides"):
            yield name, parse_boolean(name, text)
        else:
            yield name, text


def parse_commission(text: str, cells: dict[str, str], sign: DecimalSign) -> dict[str, str]:
    """Parse a commission: `7.5%` or, with a decimal comma, `7,5%`; or an amount in the brand's currency such as
    `GBP 3.00` or `3.00 GBP`.
    """
    own = cells.get("currency") or FIELDS["currency"].default
    if text.endswith("%"):
        value = text[:-1].strip()
        return {
            "name": "Standard",
            "pays": "percent",
            "value": to_plain_number(value, sign, own) or value,
        }
    words = text.split()
    if own not in (words[0], words[-1]):
        raise ValueError(f"`commission` must look like 7.5% or {own} 3.00")
    return {
        "name": "Standard",
        "pays": "fixed",
        "value": to_plain_number(text, sign, own) or text.replace(own, "").strip(),
    }


def parse_json(name: str, text: str) -> Any:
    try:
        value = msgspec.json.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise ValueError(f"`{name}` is not JSON") from None
    if is_unstorable(value):
        raise ValueError(UNWRITABLE)
    return value


def parse_boolean(name: str, text: str) -> bool:
    word = text.lower()
    if word not in YES + NO:
        raise ValueError(f"`{name}` must be yes or no")
    return word in YES
