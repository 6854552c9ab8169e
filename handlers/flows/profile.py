"""What people change of themselves, piece by piece."""

from datetime import timedelta

from msgspec.structs import asdict

import sql.accounts.profile
import sql.accounts.publisher
import sql.brands.media_kit
import sql.brands.site
import sql.figures.rebuild
from handlers.flows.owned_files import own
from rpc import Code, Fault, Member
from rpc.jobs.job import Job
from schema.accounts.profile import (
    MEDIA_KITS_MAX,
    MediaKitDraft,
    MediaKitFile,
    Profile,
    ProfileEdit,
    is_time_zone,
    parse_phone_number,
)
from schema.accounts.upload import FILES_PATH
from schema.brands.site import MediaKit
from schema.core.errors import Flaw
from schema.core.figures import RebuildFigures
from schema.core.iso import currencies
from schema.core.region import find_region

NO_PHONE = Flaw("phone", "is no phone number: begin with + and the country's code")
NO_ZONE = Flaw("time_zone", "is no time zone, such as Europe/London")
NO_CURRENCY = Flaw("currency", "is no currency, such as GBP")
FIXED = Flaw("currency", "was fixed by your first order")
BUSY = "`attributes.time_zone`: your figures are being counted in another zone; try again when that is done"
NO_SITE = Flaw("site_id", "is none of your channels")
GIVEN_UP = timedelta(hours=1)
"""After so long a count that did not end has failed for good, and another one may begin."""


async def whole(ctx: Member) -> Profile:
    """The account as its owner sees it."""
    beyond = await sql.accounts.profile.get(ctx.db, ctx.publisher_id, ctx.account.id)
    kits = await sql.brands.media_kit.of_publisher(ctx.db, ctx.publisher_id)
    return Profile(
        **asdict(ctx.account), **asdict(beyond), media_kits=[opened(ctx, kit) for kit in kits]
    )


def opened(ctx: Member, kit: sql.brands.media_kit.Kit) -> MediaKitFile:
    ticket = ctx.resources.signed_urls.make(
        kit.file_url.removeprefix(FILES_PATH), kit.name, ctx.now
    )
    return MediaKitFile(**asdict(kit), download_url=f"{kit.file_url}?ticket={ticket}")


async def change(ctx: Member, given: ProfileEdit, rebuild: Job[RebuildFigures]) -> None:
    """Each part that is given; or, if one of them is wrong, none."""
    uid = ctx.publisher_id
    phone = phone_of(ctx, given)
    if given.company is not None:
        await sql.accounts.profile.set_company(ctx.db, uid, given.company)
    if given.currency is not None:
        if given.currency not in currencies():
            raise NO_CURRENCY.to_fault()
        if not await sql.accounts.profile.set_currency(ctx.db, uid, given.currency):
            raise FIXED.to_fault()
    await sql.accounts.profile.edit_account(ctx.db, uid, ctx.account.id, given, phone)
    if given.time_zone is not None and given.time_zone != ctx.account.time_zone:
        await move(ctx, given.time_zone, rebuild)


def phone_of(ctx: Member, given: ProfileEdit) -> str | None:
    """As it is kept; empty to remove it, None to leave it."""
    if given.phone is None or not given.phone.strip():
        return given.phone and ""
    company = given.company or ctx.account.company
    region = find_region(company.country) if company else None
    number = parse_phone_number(given.phone, region.code if region else None)
    if number is None:
        raise NO_PHONE.to_fault()
    return number


async def move(ctx: Member, zone: str, rebuild: Job[RebuildFigures]) -> None:
    """Begin to count the figures anew in another time zone, unless that is going on already."""
    uid = ctx.publisher_id
    if not is_time_zone(zone) or not await sql.accounts.profile.knows_zone(ctx.db, zone, ctx.now):
        raise NO_ZONE.to_fault()
    await sql.accounts.publisher.lock(ctx.db, uid)
    if await sql.accounts.profile.busy(ctx.db, uid, ctx.now - GIVEN_UP):
        raise Fault(Code.REQUEST_INVALID, BUSY, field="attributes.time_zone")
    await sql.figures.rebuild.started(ctx.db, uid, zone, 0, ctx.now)
    await rebuild.later(ctx.db, RebuildFigures(uid, zone))


async def put_kit(ctx: Member, draft: MediaKitDraft) -> None:
    """A media kit, new or in place of another. Raises NOT_FOUND for an id that is none of theirs."""
    uid = ctx.publisher_id
    await sql.accounts.publisher.lock(ctx.db, uid)
    [file] = await own(ctx, "file_url", draft.file_url)
    if draft.site_id is not None and await sql.brands.site.get(ctx.db, uid, draft.site_id) is None:
        raise NO_SITE.to_fault()
    kit = MediaKit(draft.file_url, draft.name, file.size)
    if draft.id is None:
        if await sql.brands.media_kit.count(ctx.db, uid) >= MEDIA_KITS_MAX:
            raise Fault(
                Code.REQUEST_INVALID, f"You have {MEDIA_KITS_MAX} media kits: delete one first"
            )
        await sql.brands.media_kit.add(ctx.db, uid, draft.site_id, [kit], ctx.now)
    elif not await sql.brands.media_kit.replace(ctx.db, uid, draft.id, kit, draft.site_id):
        raise Fault(Code.NOT_FOUND)
