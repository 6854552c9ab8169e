"""Edits of a profile, field by field."""

from msgspec.structs import asdict

import sql.accounts.profile
import sql.accounts.publisher
import sql.brands.media_kit
import sql.brands.site
from handlers.flows.accounts import time_zone
from handlers.flows.owned_files import require_own_files
from rpc import Code, Fault, Member
from rpc.jobs.job import Job
from schema.accounts.profile import (
    CURRENCY_INVALID,
    MEDIA_KITS_MAX,
    MediaKitDraft,
    MediaKitFile,
    Profile,
    ProfileEdit,
    parse_phone_number,
)
from schema.accounts.upload import FILES_PATH
from schema.brands.site import MediaKit
from schema.core.errors import Flaw
from schema.core.figures import RebuildFigures
from schema.core.iso import currencies
from schema.core.region import find_region

PHONE_INVALID = Flaw("phone", "is not a phone number: begin with + and the country code")
CURRENCY_FIXED = Flaw("currency", "was set by your first order and cannot be changed")
SITE_INVALID = Flaw("site_id", "is not one of your channels")


async def get_profile(ctx: Member) -> Profile:
    """The account as its owner sees it."""
    details = await sql.accounts.profile.get(ctx.db, ctx.publisher_id, ctx.account.id)
    kits = await sql.brands.media_kit.of_publisher(ctx.db, ctx.publisher_id)
    return Profile(
        **asdict(ctx.account),
        **asdict(details),
        media_kits=[with_download_url(ctx, kit) for kit in kits],
    )


def with_download_url(ctx: Member, kit: sql.brands.media_kit.MediaKitRow) -> MediaKitFile:
    ticket = ctx.resources.signed_urls.make(
        kit.file_url.removeprefix(FILES_PATH), kit.name, ctx.now
    )
    return MediaKitFile(**asdict(kit), download_url=f"{kit.file_url}?ticket={ticket}")


async def change_profile(ctx: Member, edit: ProfileEdit, rebuild: Job[RebuildFigures]) -> None:
    """Save each given field, or none of them if one is invalid."""
    uid = ctx.publisher_id
    phone = parse_phone(ctx, edit)
    if edit.company is not None:
        await sql.accounts.profile.set_company(ctx.db, uid, edit.company)
    if edit.currency is not None:
        if edit.currency not in currencies():
            raise CURRENCY_INVALID.to_fault()
        if not await sql.accounts.profile.set_currency(ctx.db, uid, edit.currency):
            raise CURRENCY_FIXED.to_fault()
    await sql.accounts.profile.edit_account(ctx.db, uid, ctx.account.id, edit, phone)
    if edit.time_zone is not None and edit.time_zone != ctx.account.time_zone:
        await time_zone.change(ctx, edit.time_zone, rebuild)


def parse_phone(ctx: Member, edit: ProfileEdit) -> str | None:
    """The number as it is stored: empty to remove it, None to leave it as it is."""
    if edit.phone is None or not edit.phone.strip():
        return edit.phone and ""
    company = edit.company or ctx.account.company
    region = find_region(company.country) if company else None
    number = parse_phone_number(edit.phone, region.code if region else None)
    if number is None:
        raise PHONE_INVALID.to_fault()
    return number


async def save_media_kit(ctx: Member, draft: MediaKitDraft) -> None:
    """Add or replace a media kit. Raises NOT_FOUND unless the id is one of the publisher's."""
    uid = ctx.publisher_id
    await sql.accounts.publisher.lock(ctx.db, uid)
    [file] = await require_own_files(ctx, "file_url", draft.file_url)
    if draft.site_id is not None and await sql.brands.site.get(ctx.db, uid, draft.site_id) is None:
        raise SITE_INVALID.to_fault()
    kit = MediaKit(draft.file_url, draft.name, file.size)
    if draft.id is None:
        if await sql.brands.media_kit.count(ctx.db, uid) >= MEDIA_KITS_MAX:
            raise Fault(
                Code.REQUEST_INVALID,
                f"You already have {MEDIA_KITS_MAX} media kits: delete one first",
            )
        await sql.brands.media_kit.add(ctx.db, uid, draft.site_id, [kit], ctx.now)
    elif not await sql.brands.media_kit.replace(ctx.db, uid, draft.id, kit, draft.site_id):
        raise Fault(Code.NOT_FOUND)
