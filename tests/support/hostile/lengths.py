"""Texts of maximum length without a place to break, for every input."""

from dataclasses import dataclass

from tests.support.channels import save_channel
from tests.support.orders.orders import Deal
from tests.support.portal import Portal, SomeBrand, Someone, unique

# What bursts a card: whatever an element paints beyond its own frame or the page, unless a frame cuts or scrolls it.
BURSTING = """() => {
  const clips = (node) => node && node !== document.body && (getComputedStyle(node).overflowX !== "visible"
    || getComputedStyle(node).position === "fixed" || clips(node.parentElement));
  const told = [];
  const main = document.querySelector("main")?.getBoundingClientRect();
  for (const node of document.querySelectorAll("main *, [role=dialog] *")) {
    const box = node.getBoundingClientRect();
    const frame = node.closest(".mantine-Paper-root")?.getBoundingClientRect() ?? main;
    const hidden = box.width <= 1 || clips(node);
    if (!hidden && frame && !node.closest("svg") && box.right > Math.ceil(frame.right) + 1) {
      told.push(`${node.tagName}.${node.className}: ${node.textContent.slice(0, 40)}`);
    }
    const scrolls = /auto|scroll/.test(getComputedStyle(node).overflowX) && !node.closest("table, nav")
      && !node.matches("[tabindex='0'], [role='tablist'], .portal-grid, textarea");
    if (scrolls && node.scrollWidth > node.clientWidth + 1) {
      told.push(`sideways ${node.tagName}.${node.className}: ${node.textContent.slice(0, 40)}`);
    }
  }
  // A grid that does not scroll must show its cells as a whole; only texts with an ellipsis may be cut.
  for (const node of document.querySelectorAll(".portal-grid:not([data-wide]) [data-state]")) {
    const grid = node.closest(".portal-grid").getBoundingClientRect();
    if (node.getBoundingClientRect().right > grid.right + 1) told.push(`cut: ${node.textContent}`);
  }
  // What a field hints at is read as a whole; an address is as long as it is.
  const pen = document.createElement("canvas").getContext("2d");
  for (const node of document.querySelectorAll("input[placeholder]:not([type=url])")) {
    const {fontWeight, fontSize, fontFamily, paddingLeft, paddingRight} = getComputedStyle(node);
    const room = node.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    pen.font = `${fontWeight} ${fontSize} ${fontFamily}`;
    if (!node.value && room > 8 && pen.measureText(node.placeholder).width > room + 1) {
      told.push(`cut placeholder: ${node.placeholder}`);
    }
  }
  return told;
}"""


def word(beginning: str, length: int) -> str:
    """One word of n letters."""
    return f"{unique(beginning).replace('-', '')}{'donaudampfschifffahrt' * 20}"[:length]


@dataclass(frozen=True)
class LongWords:
    """A publisher all of whose words are long."""

    who: Someone
    brand: SomeBrand
    pending: SomeBrand
    site_id: int
    link_id: int
    oid: int


async def long_words(portal: Portal) -> LongWords:
    who = await portal.someone()
    await portal.ok("/user/edit", who, attributes={"nickname": word("Nickname", 100)})
    channel = await save_channel(
        portal,
        who,
        name=word("Channel", 100),
        channel_platform=word("Platform", 255),
        description=word("Description", 400),
        website=f"https://{word('w', 60).lower()}.example/{word('Path', 150)}",
    )
    kind = word("Category", 100)
    long_brand = {
        "categories": [kind, word("Category", 100)],
        "description": word("Description", 300),
        "contact": f"{word('contact', 100).lower()}@example.com",
        "forbidden_words": [word("Forbidden", 100)],
        "promotion_methods": {word("method", 100): True, word("method", 90): False},
        "commission_groups": [
            {"name": word("Group", 100), "pays": "percent", "value": "12.3456"},
            {"name": word("Kind", 100), "pays": "percent", "value": "7", "category": kind},
        ],
    }
    brand = await portal.brand(name=word("Joined", 100), prepaid=True, **long_brand)
    pending = await portal.brand(name=word("Pending", 100), approval="manual", **long_brand)
    applied = {"mcids": [brand.mcid, pending.mcid], "message": word("Message", 1_000)}
    await portal.ok("/brands/apply", who, attributes=applied)
    link = await portal.link(
        who,
        brand,
        target_url=f"https://{brand.mcid}.example/{word('Target', 200)}",
        note=word("Note", 255),
        path=word("path", 64),
        **{f"uid{number}": word(f"Label{number}", 100) for number in range(1, 6)},
    )
    ref = await portal.click(link["code"])
    await portal.work()
    trade = Deal(portal=portal, brand=brand, who=who, code=link["code"], link_id=link["link_id"])
    order = trade.order(
        "123456789.99",
        code=None,
        click_ref=ref,
        order_id=word("Order", 100),
        item_id=word("Item", 100),
        category=word("Category", 100),
        coupon=word("Coupon", 100),
    )
    [row] = await trade.report(order)
    assert row["outcome"] == "created", row
    await portal.work()
    return LongWords(who, brand, pending, channel["id"], link["link_id"], row["oid"])
