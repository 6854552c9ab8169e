"""What a call that an app asks for would change, for the person who decides it."""

from collections.abc import Awaitable, Callable
from typing import Any

import sql.brands.brand
import sql.brands.relationship
import sql.channels.channel
import sql.links.link_change
import sql.reports.book
from rpc import Publisher
from schema.accounts.agent_request import RequestChange
from schema.brands.brand import Application, Relation, SiteBrandRef
from schema.links.broken_link import BrokenFix, IgnoredLinks, LinkIds
from schema.links.link_change import LinkEdit, LinkRef
from schema.reports.book import ComparisonRef
from sql.links.link_change import LinkFacts

Describe = Callable[[Publisher, Any], Awaitable[list[RequestChange]]]
TEXTS = (
    "target_url",
    "fallback_url",
    "uid1",
    "uid2",
    "uid3",
    "uid4",
    "uid5",
    "note",
    "path",
    "coupon",
)
"""The fields of a link's edit that are texts, by their names in both."""


async def describe_changes(ctx: Publisher, path: str, attributes: Any) -> list[RequestChange]:
    """What the call would change. Nothing if what it names is not there any more: the call itself says so."""
    return await DESCRIPTIONS[path](ctx, attributes)


async def edited_link(ctx: Publisher, edit: LinkEdit) -> list[RequestChange]:
    changes = []
    for link in await links_of(ctx, [edit.link_id]):
        fields = {name: (getattr(link, name), getattr(edit, name)) for name in TEXTS}
        if edit.site_id is not None:
            name = await sql.channels.channel.get_name(ctx.db, ctx.publisher_id, edit.site_id)
            fields["site_id"] = (link.site_name, name or str(edit.site_id))
        if edit.retired is not None:
            fields["retired"] = (yes_or_no(link.retired), yes_or_no(edit.retired))
        changes += [
            RequestChange(link.title, name, before or None, after or None)
            for name, (before, after) in fields.items()
            if after is not None and (before or "") != after
        ]
    return changes


async def deleted_link(ctx: Publisher, attributes: LinkRef) -> list[RequestChange]:
    links = await links_of(ctx, [attributes.link_id])
    return [RequestChange(link.title, "deleted", None, None) for link in links]


async def fixed_links(ctx: Publisher, fix: BrokenFix) -> list[RequestChange]:
    changes = []
    for link in await links_of(ctx, fix.ids):
        if fix.fallback is not None:
            change = RequestChange(link.title, "fallback_url", link.fallback_url, fix.fallback)
        else:
            target = fix.target_url or link.suggestion
            change = RequestChange(link.title, "target_url", link.target_url, target)
        changes.append(change)
    return changes


async def ignored_links(ctx: Publisher, attributes: IgnoredLinks) -> list[RequestChange]:
    links = await links_of(ctx, attributes.ids)
    after = yes_or_no(attributes.ignored)
    return [
        RequestChange(link.title, "ignored", yes_or_no(link.state == "ignored"), after)
        for link in links
    ]


async def checked_links(ctx: Publisher, attributes: LinkIds) -> list[RequestChange]:
    links = await links_of(ctx, attributes.ids)
    return [RequestChange(link.title, "checked", None, None) for link in links]


async def applications(ctx: Publisher, wish: Application) -> list[RequestChange]:
    brands = await sql.brands.brand.of_mcids(ctx.db, wish.mcids, ctx.publisher_id)
    site_ids = list(dict.fromkeys(wish.site_ids or [wish.site_id or ctx.site_id]))
    mids = [brand.mid for brand in brands.values()]
    now = await sql.brands.relationship.get_relations(ctx.db, ctx.publisher_id, site_ids, mids)
    channels = await sql.channels.channel.get_names(ctx.db, ctx.publisher_id, site_ids)
    changes = []
    for site_id, channel in channels.items():
        for brand in brands.values():
            before = now.get((site_id, brand.mid), Relation.NONE)
            after = brand.initial_relation
            if before not in (Relation.PENDING, Relation.JOINED):
                changes.append(relationship(brand.name, channel, before, after))
    return changes


async def left_brand(ctx: Publisher, attributes: SiteBrandRef) -> list[RequestChange]:
    site_id = attributes.site_id or ctx.site_id
    brands = await sql.brands.brand.of_mcids(ctx.db, [attributes.mcid], ctx.publisher_id)
    channel = await sql.channels.channel.get_name(ctx.db, ctx.publisher_id, site_id)
    mids = [brand.mid for brand in brands.values()]
    now = await sql.brands.relationship.get_relations(ctx.db, ctx.publisher_id, [site_id], mids)
    changes = []
    for brand in brands.values():
        before = now.get((site_id, brand.mid), Relation.NONE)
        after = Relation.ENDED if before is Relation.JOINED else Relation.NONE
        changes.append(relationship(brand.name, channel, before, after))
    return changes


async def deleted_comparison(ctx: Publisher, attributes: ComparisonRef) -> list[RequestChange]:
    found = await sql.reports.book.get(ctx.db, ctx.publisher_id, attributes.id)
    return [] if found is None else [RequestChange(found.name, "deleted", None, None)]


DESCRIPTIONS: dict[str, Describe] = {
    "/tools/link_edit": edited_link,
    "/tools/link_del": deleted_link,
    "/tools/broken_fix": fixed_links,
    "/tools/broken_ignore": ignored_links,
    "/tools/broken_check": checked_links,
    "/brands/apply": applications,
    "/brands/leave": left_brand,
    "/reports/books_del": deleted_comparison,
}
"""How each call that apps can ask for is described."""


async def links_of(ctx: Publisher, ids: list[int]) -> list[LinkFacts]:
    return await sql.links.link_change.list_facts(ctx.db, ctx.publisher_id, ids)


def relationship(brand: str, channel: str, before: Relation, after: Relation) -> RequestChange:
    title = f"{brand} · {channel}"
    return RequestChange(title, "relationship", before.name.lower(), after.name.lower())


def yes_or_no(value: bool) -> str:
    return "yes" if value else "no"
