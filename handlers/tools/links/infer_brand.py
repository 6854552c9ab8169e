"""Infers the brand of a link that names none from the page it leads to."""

from collections.abc import Sequence

import sql.links.link_brand
from handlers.tools.links.target_validation import TARGET, check_address, check_foreign
from rpc import Code, Fault, Publisher, Rule
from schema.brands.brand import BrandStatus, Relation
from schema.links.link_bulk import BrandChoice
from schema.links.target_url import BRANDS_NAMED, covering_domains, is_within
from sql.links.link_brand import BrandOfPage

MCID = "attributes.mcid"
EXAMPLE = "www.example.com/page"


async def infer_brand(ctx: Publisher, site_id: int, target_url: str) -> str:
    """The mcid of the one joined brand that a page belongs to. If there is none, raises a Fault that says what to do.

    Of several brands with the page's domain, it is the one whose site URL is the longest prefix of the page's.
    """
    url = target_url.strip()
    public_url = ctx.resources.settings.public_url
    host = check_address(url, EXAMPLE, public_url)
    brands = await sql.links.link_brand.find_by_domains(
        ctx.db, ctx.publisher_id, site_id, covering_domains(url), url
    )
    if not brands:
        check_foreign(url, host, public_url)
        text = f"No brand accepts links to {host}. Check the address"
        raise Fault(Code.URL_NOT_SUPPORTED, text, field=TARGET)
    return choose_brand(url, brands)


def choose_brand(url: str, brands: Sequence[BrandOfPage]) -> str:
    """Choose the brand of a page among those that accept links to it. There must be at least one."""
    joined = [brand for brand in brands if brand.relationship == Relation.JOINED]
    # One that is online is meant, whatever others are known from before.
    living = online(joined) or joined
    own = closest(url, living)
    nearest = [] if own else closest(url, brands)
    # The page may be a joined brand's that is paused or offline: that one is named, as if the link had named it.
    own = own or [brand for brand in nearest if brand in joined]
    if len(own) == 1:
        return own[0].mcid
    if not nearest and len(living) == 1:
        return living[0].mcid
    if not own and (nearest or not joined):
        raise promotion_fault(nearest or brands, online(joined))
    raise ambiguous(own or living)


def online(brands: Sequence[BrandOfPage]) -> list[BrandOfPage]:
    return [brand for brand in brands if brand.status == BrandStatus.ONLINE]


def closest(url: str, brands: Sequence[BrandOfPage]) -> list[BrandOfPage]:
    """The brands whose site URL is the longest prefix of the page's: none, one, or several with the same URL."""
    within = [brand for brand in brands if is_within(url, brand.site_url)]
    longest = max((len(brand.site_url) for brand in within), default=0)
    return [brand for brand in within if len(brand.site_url) == longest]


def promotion_fault(brands: Sequence[BrandOfPage], joined: Sequence[BrandOfPage]) -> Fault:
    """The Fault for a page whose brands the channel has not joined. It suggests applying to those that are online."""
    open_ones = online(brands)
    [brand, *more] = open_ones or brands
    known = {} if more else {"mcid": brand.mcid, "brand_name": brand.name}
    code = Code.RELATIONSHIP_NOT_APPROVED if open_ones else Code.MERCHANT_OFFLINE
    if open_ones:
        text = (
            f"{code.message}: the channel has not joined {names_of(open_ones)}. Apply to it first"
        )
        if joined:
            text += f", or name a brand it has joined in mcid: {names_of(joined)}"
    elif more:
        text = f"{code.message}: {names_of(brands)} take no new links"
    else:
        text = stopped_text(brand.name, brand.status)
    data = {**known, "choices": choices(joined)}
    return Fault(code, text, field=MCID, rule=Rule.STATE, data=data)


def stopped_text(name: str, status: str) -> str:
    """The message about a brand that is paused or offline."""
    return f"{name} is {status}: no new links"


def ambiguous(brands: Sequence[BrandOfPage]) -> Fault:
    text = f"Several brands accept links to this page. Name one in mcid: {names_of(brands)}"
    return Fault(
        Code.REQUEST_INVALID,
        text,
        field=MCID,
        rule=Rule.AMBIGUOUS,
        data={"choices": choices(brands)},
    )


def names_of(brands: Sequence[BrandOfPage]) -> str:
    """The names and mcids of some brands, joined as in a sentence."""
    shown = [f"{brand.name} ({brand.mcid})" for brand in brands[:BRANDS_NAMED]]
    return ", ".join(shown) + (" and others" if len(brands) > BRANDS_NAMED else "")


def choices(brands: Sequence[BrandOfPage]) -> list[BrandChoice]:
    return [BrandChoice(mcid=brand.mcid, name=brand.name) for brand in brands]
