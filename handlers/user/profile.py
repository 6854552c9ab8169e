"""Reading and editing the profile of the signed-in account and its publisher."""

from msgspec.structs import asdict

import sql.accounts.membership
import sql.accounts.profile
import sql.accounts.publisher
import sql.channels.channel
import sql.channels.media_kit
import sql.payments.payment_schedule
from handlers.flows.owned_files import require_own_files, require_own_image
from handlers.flows.payments import vat_standing
from handlers.user import time_zone
from rpc import Code, Fault, Member, procedure, query
from rpc.calls.audit import record
from rpc.calls.reauth import forbid_impersonation
from rpc.jobs.job import job_for
from schema.accounts.permission import ACCOUNT_EDIT
from schema.accounts.profile import (
    CURRENCY_INVALID,
    MEDIA_KITS_MAX,
    OF_PUBLISHER,
    AvatarEdit,
    MediaKitDraft,
    MediaKitFile,
    MediaKitRef,
    Profile,
    ProfileEdit,
    parse_phone_number,
)
from schema.accounts.team import Membership
from schema.accounts.upload import FILES_PATH
from schema.channels.channel import MediaKit
from schema.core.currencies import currencies
from schema.core.errors import Flaw, Rule
from schema.core.region import find_region
from schema.network.exchange_rate import RateOrders
from sql.accounts.account import Login

PHONE_INVALID = Flaw("phone", Rule.NOT_A_PHONE)
CURRENCY_FIXED = Flaw(
    "currency", Rule.FIXED, "was set by your first order or bonus and cannot be changed"
)
SITE_INVALID = Flaw("site_id", Rule.UNKNOWN, "is not one of your channels")


@query("/user/profile", permission=None, narrowed="channels")
async def profile(ctx: Member) -> Profile:
    """Get the signed-in account, its publisher and its default channel."""
    details = await sql.accounts.profile.get(ctx.db, ctx.publisher_id, ctx.account.id)
    kits = await sql.channels.media_kit.of_publisher(ctx.db, ctx.publisher_id)
    return Profile(
        **asdict(ctx.account),
        **asdict(details),
        media_kits=[with_download_url(ctx, kit) for kit in kits],
        publishers=await list_others(ctx),
    )


@procedure(
    "/user/edit",
    permission="profile.edit",
    narrowed="channels",
    raises=[Code.CHANGED_MEANWHILE],
)
async def edit(ctx: Member, attributes: ProfileEdit) -> None:
    """Edit the profile. Company, time zone and currency are the publisher's, and need `account.edit`.

    After a change of time zone, all figures are recalculated in the background.
    """
    if ACCOUNT_EDIT not in ctx.permissions:
        for name in OF_PUBLISHER:
            if getattr(attributes, name) is not None:
                raise Fault(Code.NOT_ALLOWED, field=f"attributes.{name}")
    await check_versions(ctx, attributes.versions or {})
    is_minimum_dropped = await change_profile(ctx, attributes)
    changed = [
        name
        for name in attributes.__struct_fields__
        if name != "versions" and getattr(attributes, name) is not None
    ] + ["payment_minimum"] * is_minimum_dropped
    await record(ctx, Login(ctx.publisher_id, ctx.account.id), changed=", ".join(changed))


@procedure("/user/avatar_edit", permission=None, narrowed="account")
async def avatar_edit(ctx: Member, attributes: AvatarEdit) -> None:
    """Set or remove the profile picture."""
    forbid_impersonation(ctx)
    if attributes.avatar:
        await require_own_image(ctx, "avatar", attributes.avatar)
    await sql.accounts.profile.set_avatar(
        ctx.db, ctx.publisher_id, ctx.account.id, attributes.avatar
    )


@procedure("/user/media_kit_edit", permission="account.edit")
async def media_kit_edit(ctx: Member, attributes: MediaKitDraft) -> None:
    """Add or replace a media kit, a file for brands about the publisher or one channel."""
    uid = ctx.publisher_id
    await sql.accounts.publisher.lock(ctx.db, uid)
    [file] = await require_own_files(ctx, "file_url", attributes.file_url)
    if (
        attributes.site_id is not None
        and await sql.channels.channel.get(ctx.db, uid, attributes.site_id) is None
    ):
        raise SITE_INVALID.to_fault()
    kit = MediaKit(attributes.file_url, attributes.name, file.size)
    if attributes.id is None:
        if await sql.channels.media_kit.count(ctx.db, uid) >= MEDIA_KITS_MAX:
            raise Fault(
                Code.REQUEST_INVALID,
                f"You already have {MEDIA_KITS_MAX} media kits: delete one first",
            )
        await sql.channels.media_kit.add(ctx.db, uid, attributes.site_id, [kit], ctx.now)
    elif not await sql.channels.media_kit.replace(
        ctx.db, uid, attributes.id, kit, attributes.site_id
    ):
        raise Fault(Code.NOT_FOUND)


@procedure("/user/media_kit_del", permission="account.edit")
async def media_kit_del(ctx: Member, attributes: MediaKitRef) -> None:
    """Delete a media kit."""
    if not await sql.channels.media_kit.remove(ctx.db, ctx.publisher_id, attributes.id):
        raise Fault(Code.NOT_FOUND)


async def check_versions(ctx: Member, read: dict[str, str]) -> None:
    """Raise CHANGED_MEANWHILE if a field is no longer as it was read."""
    if not read:
        return
    now = await sql.accounts.profile.lock_versions(ctx.db, ctx.publisher_id, ctx.account.id)
    for name, version in read.items():
        if now.get(name) != version:
            raise Fault(Code.CHANGED_MEANWHILE, field=f"attributes.{name}")


async def list_others(ctx: Member) -> list[Membership]:
    """The publishers that the person can switch between: none for who works for one, in a sandbox, and for staff."""
    if ctx.operator_id is not None or ctx.account.sandbox:
        return []
    if not await sql.accounts.membership.publishers_of(ctx.db, ctx.account.id):
        return []
    found = await sql.accounts.membership.list_all(ctx.db, Login(ctx.publisher_id, ctx.account.id))
    return found if len(found) > 1 else []


def with_download_url(ctx: Member, kit: sql.channels.media_kit.MediaKitRow) -> MediaKitFile:
    ticket = ctx.resources.signed_urls.make(
        kit.file_url.removeprefix(FILES_PATH), kit.name, ctx.now
    )
    return MediaKitFile(**asdict(kit), download_url=f"{kit.file_url}?ticket={ticket}")


async def change_profile(ctx: Member, edit: ProfileEdit) -> bool:
    """Save each given field, or none of them if one is invalid.

    Returns whether a change of currency dropped the payment minimum that the publisher had set.
    """
    uid, is_minimum_dropped = ctx.publisher_id, False
    phone = parse_phone(ctx, edit)
    if edit.company is not None:
        await vat_standing.save_company(ctx, uid, ctx.account.id, edit.company)
    if edit.currency is not None:
        if edit.currency not in currencies():
            raise CURRENCY_INVALID.to_fault()
        if not await sql.accounts.profile.set_currency(ctx.db, uid, edit.currency):
            raise CURRENCY_FIXED.to_fault()
        if edit.currency != ctx.account.currency:
            is_minimum_dropped = await sql.payments.payment_schedule.drop_minimum(
                ctx.db, uid, edit.currency, ctx.now
            )
        await job_for(RateOrders).later(ctx.db, RateOrders([edit.currency]))
    await sql.accounts.profile.edit_account(ctx.db, uid, ctx.account.id, edit, phone)
    if edit.time_zone is not None and edit.time_zone != ctx.account.time_zone:
        await time_zone.change(ctx, edit.time_zone)
    return is_minimum_dropped


def parse_phone(ctx: Member, edit: ProfileEdit) -> str | None:
    """The phone number as it is stored: empty to remove it, None to leave it unchanged."""
    if edit.phone is None or not edit.phone.strip():
        return edit.phone and ""
    company = edit.company or ctx.account.company
    region = find_region(company.country) if company else None
    number = parse_phone_number(edit.phone, region.code if region else None)
    if number is None:
        raise PHONE_INVALID.to_fault()
    return number
