"""Many tracking links at once: each row has its own outcome."""

import msgspec

import sql.clicks.link
from handlers.flows.links.check_link import link_warnings, path_taken
from handlers.flows.links.make_link import check_draft, make_link
from rpc import Fault, Publisher
from rpc.calls.decoding.fault import fault_of
from schema.clicks.link import LinkCode
from schema.clicks.link_bulk import BulkItem, BulkRow, LinkPreview


async def make_row(ctx: Publisher, row: int, item: BulkItem) -> BulkRow:
    """The link of one row, or why there is none."""
    try:
        link = await make_link(ctx, read_draft(item))
    except Fault as fault:
        return BulkRow(
            row=row,
            code=fault.number,
            message=str(fault),
            field=(fault.field or "").removeprefix("attributes."),
            target_url=item.target_url,
            link=None,
        )
    return BulkRow(
        row=row,
        code=0,
        message="ok",
        field="",
        target_url=item.target_url,
        link=link.to_wire(),
    )


def read_draft(item: BulkItem) -> LinkCode:
    """The row by the rules of a single link. An empty cell is one that was not filled in."""
    fields = {name: value for name, value in msgspec.structs.asdict(item).items() if value}
    try:
        return msgspec.convert({"target_url": "", **fields}, LinkCode, strict=False)
    except msgspec.ValidationError as error:
        raise fault_of(error, prefix=".req.attributes", topic=LinkCode.rules_under) from None


async def preview_row(ctx: Publisher, item: BulkItem) -> LinkPreview:
    """What making the link of a row would say, without making it."""
    try:
        draft = read_draft(item)
        checked = await check_draft(ctx, draft)
        if checked.path and await sql.clicks.link.is_path_taken(ctx.db, checked.path):
            raise path_taken(checked.path)
    except Fault as fault:
        field = (fault.field or "").removeprefix("attributes.")
        return LinkPreview(code=fault.number, message=str(fault), field=field, warnings=[])
    warnings = link_warnings(checked.brand, draft.target_url)
    return LinkPreview(code=0, message="ok", field="", warnings=warnings)
