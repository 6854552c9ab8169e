"""Tracking links in bulk: each row has its own outcome."""

from typing import Any, TypedDict

import msgspec

import sql.links.link
from handlers.tools.links.custom_path import path_taken
from handlers.tools.links.make_link import add_link, check_draft, find_promotion
from handlers.tools.links.target_warnings import link_warnings
from rpc import Fault, Publisher, procedure, query
from rpc.calls.decoding.fault import fault_of
from schema.core.envelope import Results
from schema.core.errors import Limit, Rule
from schema.core.url import to_ascii_url
from schema.links.link import LinkCode
from schema.links.link_bulk import BrandChoice, BulkCheck, BulkItem, BulkRow, LinkBulk, LinkPreview
from sql.links.link_brand import LinkBrand


@procedure(
    "/tools/link_bulk", permission="link.edit", narrowed="channels", heavy=True, agents="write"
)
async def link_bulk(ctx: Publisher, attributes: LinkBulk) -> Results[BulkRow]:
    """Create up to 100 tracking links. Each row has its own outcome; valid rows succeed even if others fail.

    A row that names no brand gets the joined brand that its target page belongs to.
    """
    return Results([await make_row(ctx, n, item) for n, item in enumerate(attributes.items, 1)])


@query("/tools/link_bulk_preview", permission="link.edit", narrowed="channels")
async def link_bulk_preview(ctx: Publisher, attributes: LinkBulk) -> Results[BulkCheck]:
    """Check what /tools/link_bulk would answer for each row, without creating the links."""
    claimed = set[str]()
    previews = [await preview_row(ctx, item, claimed) for item in attributes.items]
    return Results(
        [
            BulkCheck(row=row, target_url=item.target_url, **msgspec.structs.asdict(preview))
            for row, (item, preview) in enumerate(zip(attributes.items, previews, strict=True), 1)
        ]
    )


@query("/tools/link_preview", permission="link.edit", narrowed="channels")
async def link_preview(ctx: Publisher, attributes: BulkItem) -> LinkPreview:
    """Check what /tools/link_code would answer, a refusal or warnings, without creating the link."""
    return await preview_row(ctx, attributes, claimed=set())


async def make_row(ctx: Publisher, row: int, item: BulkItem) -> BulkRow:
    """Create the link of one row. Returns the link, or the reason why it was refused."""
    brand = None
    try:
        draft = read_draft(item)
        promotion = await find_promotion(ctx, draft)
        brand = promotion.brand
        link = await add_link(ctx, draft, promotion)
    except Fault as fault:
        return BulkRow(
            row=row, target_url=item.target_url, link=None, **refusal_of(fault, item, brand)
        )
    return BulkRow(row=row, target_url=item.target_url, link=link.to_wire(), **success_of(brand))


def read_draft(item: BulkItem) -> LinkCode:
    """Validate a row by the rules of a single link. An empty cell counts as not given."""
    fields = {name: value for name, value in msgspec.structs.asdict(item).items() if value}
    try:
        return msgspec.convert({"target_url": "", **fields}, LinkCode, strict=False)
    except msgspec.ValidationError as error:
        raise fault_of(error, prefix=".req.attributes", topic=LinkCode.rules_under) from None


async def preview_row(ctx: Publisher, item: BulkItem, claimed: set[str]) -> LinkPreview:
    """Check the link of a row without creating it. `claimed` are the custom paths of the rows before it."""
    brand = None
    try:
        draft = read_draft(item)
        brand = (await find_promotion(ctx, draft)).brand
        path = await check_draft(ctx, draft, brand)
        if path and (path.lower() in claimed or await sql.links.link.is_path_taken(ctx.db, path)):
            raise path_taken(path)
    except Fault as fault:
        return LinkPreview(warnings=[], **refusal_of(fault, item, brand))
    if path:
        claimed.add(path.lower())
    warnings = link_warnings(brand, to_ascii_url(draft.target_url))
    return LinkPreview(warnings=warnings, **success_of(brand))


class Answer(TypedDict):
    """The fields that every answer about a row has."""

    code: int
    message: str
    field: str
    rule: Rule | None
    limit: Limit | None
    mcid: str
    brand_name: str
    choices: list[BrandChoice]


def success_of(brand: LinkBrand) -> Answer:
    return Answer(
        code=0,
        message="ok",
        field="",
        rule=None,
        limit=None,
        mcid=brand.mcid,
        brand_name=brand.name,
        choices=[],
    )


def refusal_of(fault: Fault, item: BulkItem, brand: LinkBrand | None) -> Answer:
    """The answer about a refused row, with the brand if it was looked up or the Fault names it."""
    data: dict[str, Any] = fault.data if isinstance(fault.data, dict) else {}
    return Answer(
        code=fault.number,
        message=str(fault),
        field=(fault.field or "").removeprefix("attributes."),
        rule=fault.rule,
        limit=fault.limit,
        mcid=brand.mcid if brand else data.get("mcid", item.mcid or ""),
        brand_name=brand.name if brand else data.get("brand_name", ""),
        choices=data.get("choices", []),
    )
