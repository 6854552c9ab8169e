"""A file of brands: CSV with a header row, or a JSON list; a faulty line does not affect the others."""

import csv
import io
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from rpc.calls.decoding.body import is_unstorable
from rpc.calls.decoding.fault import fault_of
from schema.brands.brand import BrandDraft
from schema.brands.commission_group import TermsOwner, find_unknown_owner
from schema.clicks.fallback import find_brand_flaw
from schema.core.errors import Code, Fault, Flaw
from schema.network.brand import BrandLine, LineOutcome

FIELDS = {field.name: field for field in msgspec.structs.fields(BrandDraft)}
REQUIRED = [
    name for name, field in FIELDS.items() if field.required and name != "commission_groups"
]
LISTS = ("domains", "categories", "regions", "forbidden_words")
COLUMNS = {*FIELDS, "commission"}
UNWRITABLE = "A text contains a character that cannot be stored (NUL)"
FIELD = "attributes.content"
YES, NO = ("yes", "y", "true", "1"), ("no", "n", "false", "0")


class BrandFileLine(Struct, frozen=True):
    """A line of the file: the brand it holds, or why it is refused."""

    number: int
    mcid: str | None
    draft: BrandDraft | None = None
    reason: str | None = None

    def refuse(self, flaw: Flaw | None) -> "BrandFileLine":
        return replace(self, draft=None, reason=describe(flaw)) if flaw else self

    def refuse_unknown_owner(self, unknown: set[TermsOwner]) -> "BrandFileLine":
        """Refused if its terms name an unknown publisher or channel."""
        return (
            self.refuse(find_unknown_owner(self.draft.commission_groups, unknown))
            if self.draft
            else self
        )

    def outcome(self, created: set[str]) -> BrandLine:
        """The outcome of the line, given which brands were created."""
        became = LineOutcome.CREATED if self.mcid in created else LineOutcome.UPDATED
        return BrandLine(
            self.number, self.mcid, became if self.draft else LineOutcome.REFUSED, self.reason
        )


def describe(flaw: Flaw) -> str:
    return f"`{flaw.field}` {flaw.why}"


def decode_text(raw: bytes) -> str:
    """A file's text. Raises 21000 with line and byte if it is not UTF-8."""
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        why = f"The file is not UTF-8: line {line} contains the byte 0x{raw[error.start]:02x}"
        raise Fault(Code.REQUEST_INVALID, why) from None


def read_lines(content: str) -> list[BrandFileLine]:
    """The lines of a file, each checked by itself. Raises 21000 if the file as a whole cannot be read."""
    text = content.removeprefix("\ufeff")
    if "\ufffd" in text:
        number = text.count("\n", 0, text.index("\ufffd")) + 1
        why = f"was not UTF-8 before it was sent: line {number} has lost a character"
        raise Fault(Code.REQUEST_INVALID, field=FIELD, why=why)
    lines = list(read_json(text) if text.lstrip().startswith("[") else read_csv(text))
    if not lines:
        raise Fault(Code.REQUEST_INVALID, field=FIELD, why="contains no brands")
    first: dict[str | None, int] = {}
    checked = []
    for line in lines:
        flaw = line.draft.first_flaw() or find_brand_flaw(line.draft) if line.draft else None
        sound = line.draft is not None and flaw is None
        if sound and first.setdefault(line.mcid, line.number) != line.number:
            flaw = Flaw("mcid", f"is already on line {first[line.mcid]}")
        checked.append(line.refuse(flaw))
    return checked


def read_json(text: str) -> Iterator[BrandFileLine]:
    """The brands of a JSON list, numbered from 1."""
    try:
        items = msgspec.json.decode(text.encode(), type=list[msgspec.Raw])
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Fault(Code.REQUEST_INVALID, field=FIELD, why=f"is not a JSON list: {error}") from None
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
    """The brands of a CSV file, numbered by the line they end on."""
    header = text.partition("\n")[0]
    reader = csv.DictReader(
        io.StringIO(text, newline=""), delimiter=";" if header.count(";") > header.count(",") else ",",
        strict=True,
    )  # fmt: skip
    try:
        check_columns([name.strip() for name in reader.fieldnames or []])
        reader.fieldnames = [name.strip() for name in reader.fieldnames or []]
        for cells in reader:
            yield read_row(reader.line_num, cells)
    except csv.Error as error:
        why = f"is not valid CSV: line {reader.line_num}: {error}"
        raise Fault(Code.REQUEST_INVALID, field=FIELD, why=why) from None


def check_columns(names: list[str]) -> None:
    for name in REQUIRED:
        if name not in names:
            raise file_fault(f"The file has no column `{name}`")
    if not {"commission", "commission_groups"} & set(names):
        raise file_fault("The file has no column `commission` (or `commission_groups`)")
    for name in names:
        if name not in COLUMNS:
            columns = ", ".join(sorted(COLUMNS))
            raise file_fault(f"The column `{name}` is unknown; the columns are {columns}")
        if names.count(name) > 1:
            raise file_fault(f"The column `{name}` appears twice")


def file_fault(text: str) -> Fault:
    return Fault(Code.REQUEST_INVALID, text, field=FIELD)


def read_row(number: int, cells: dict[str | None, Any]) -> BrandFileLine:
    mcid = (cells.get("mcid") or "").strip()
    if None in cells or None in cells.values():
        return BrandFileLine(
            number, mcid or None, reason="The line has more or fewer cells than the header"
        )
    try:
        fields = dict(parse_cells(cells))
        return BrandFileLine(number, mcid, msgspec.convert(fields, BrandDraft, strict=False))
    except msgspec.ValidationError as error:
        return BrandFileLine(number, mcid or None, reason=str(fault_of(error, kind=BrandDraft)))
    except ValueError as error:
        return BrandFileLine(number, mcid or None, reason=str(error))


def parse_cells(cells: dict[str | None, Any]) -> Iterator[tuple[str, Any]]:
    """The fields of a row's non-empty cells, with their values."""
    for name, cell in cells.items():
        text = cell.strip()
        if not text or name is None:
            continue
        if name in LISTS:
            yield name, [part.strip() for part in text.split("|") if part.strip()]
        elif name == "commission":
            yield "commission_groups", [parse_commission(text, cells)]
        elif name == "commission_groups" or name == "promotion_methods":
            yield name, parse_json(name, text)
        elif name == "deep_link":
            yield name, parse_boolean(name, text)
        else:
            yield name, text


def parse_commission(text: str, cells: dict[str | None, Any]) -> dict[str, str]:
    """`7.5%`, or an amount in the brand's currency such as `3.00 GBP`."""
    if text.endswith("%"):
        return {"name": "Standard", "pays": "percent", "value": text[:-1].strip()}
    amount, _, currency = text.partition(" ")
    own = (cells.get("currency") or "").strip() or FIELDS["currency"].default
    if currency.strip() != own:
        raise ValueError(f"`commission` must look like 7.5% or 3.00 {own}")
    return {"name": "Standard", "pays": "fixed", "value": amount}


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
