"""States for `make screens` that the demonstration does not have: new publishers, and failures."""

import itertools
import json
import re
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from playwright.async_api import Page, Route

from tests.support.accounts.mails import texts_to
from tests.support.accounts.sign_up import CHANNEL, step_one
from tests.support.demo import call, sign_in
from tests.support.portal import PASSWORD
from tests.support.screen_paths import MANY_ROWS, STARTS, UNDELIVERED
from tests.support.timing import HANG_SECONDS, wait_without_loop

SETTINGS = {"SITE_REVIEW": "operator", "TRUSTED_PROXIES": "127.0.0.1/32"}
"""Channels wait for their review; newcomers come from addresses of their own, as each may sign up a few times."""
_addresses = (f"198.51.100.{number}" for number in itertools.count(1))
BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0"
LENGTHS = {
    **dict.fromkeys(("name", "brand_name", "site_name", "title", "nickname", "order_id"), 100),
    **dict.fromkeys(
        ("note", "uid1", "uid2", "reason", "failure_reason", "target_url", "website"), 255
    ),
    "username": 64,
}
"""How long the words of these fields may be."""
IDENTIFIER = re.compile(r"[a-z0-9_]+")
"""A name that is no word, such as that of a task."""
AMOUNT = re.compile(r"-?[0-9]+\.[0-9]{2}")
LARGEST = "999999999999.99"
RATES = {"conversion_rate", "approval_rate", "rate", "value", "share"}
OPEN_BRAND, CHOOSY_BRAND = "loomfield", "boulder-and-bean"


def envelope(code: int, message: str, data: Any = None) -> str:
    return json.dumps({"code": code, "message": message, "data": data})


FORBIDDEN = envelope(21008, "Not allowed")
AWAY = envelope(21005, "Not available just now")
MAILS = envelope(0, "ok", {"list": UNDELIVERED, "total": len(UNDELIVERED), "next": None})
CLOSED = envelope(0, "ok")


def sign_up(url: str, outbox: Path) -> str:
    """A token of a publisher who has just verified their email address."""
    given, address = step_one(), next(_addresses)
    call(url, "", "/auth/sign_up", address=address, attributes=given)
    wait_without_loop(lambda: any(texts_to(outbox, given["email"])))
    text = next(iter(texts_to(outbox, given["email"])))
    token = text.split("?token=")[1].split()[0]
    call(url, "", "/auth/email_verify", address=address, attributes={"token": token})
    return sign_in(url, (given["username"], given["password"]))


def add_channel(url: str, token: str) -> int:
    site_id: int = call(url, token, "/site/save", attributes=CHANNEL)["id"]
    return site_id


def uid_of(url: str, token: str) -> int:
    uid: int = call(url, token, "/user/profile")["uid"]
    return uid


def newcomer(url: str, outbox: Path, operator: str, state: str) -> str:
    """A token of a publisher after a number of steps to the first order."""
    token = sign_up(url, outbox)
    far = STARTS.index(state)
    site = {"uid": uid_of(url, token), "site_id": add_channel(url, token)}
    if state == "review":
        return token
    reason = "We cannot reach your website. Is its address right?"
    review = {"status": 2, "reason": reason} if state == "refused" else {"status": 1}
    call(url, operator, "/network/site_review", attributes={**site, **review})
    if state in {"applied", "turned-down"}:
        call(url, token, "/brands/apply", attributes={"mcids": [CHOOSY_BRAND]})
    if state == "turned-down":
        decision = {"mcid": CHOOSY_BRAND, "status": 3, "reason": "We work with food blogs alone"}
        call(url, operator, "/network/relationship_review", attributes={**site, **decision})
    if far >= STARTS.index("joined"):
        call(url, token, "/brands/apply", attributes={"mcids": [OPEN_BRAND]})
    if far >= STARTS.index("link"):
        page = call(url, token, "/brands/info", attributes={"mcid": OPEN_BRAND})["site_url"]
        target = {"mcid": OPEN_BRAND, "target_url": page}
        link = call(url, token, "/tools/link_code", attributes=target)["tracking_url"]
        if state == "clicked":
            click(url, link)
    return token


def click(url: str, link: str) -> None:
    """Three visitors of a link, who are not led on."""
    path = "/track/" + link.partition("/track/")[2]
    for address in itertools.islice(_addresses, 3):
        headers = {"user-agent": BROWSER, "x-forwarded-for": address}
        with urlopen(Request(url + path, headers=headers), timeout=HANG_SECONDS):
            pass


def close_account(url: str, outbox: Path) -> int:
    """The uid of a closed account."""
    token = sign_up(url, outbox)
    uid = uid_of(url, token)
    call(url, token, "/user/close", attributes={"password": PASSWORD})
    return uid


def fail_payment(url: str, operator: str, payment_id: int) -> None:
    call(url, operator, "/network/pay", attributes={})
    reason = "The bank returned it: the account was closed"
    change = {"payment_id": payment_id, "status": "failed", "reason": reason}
    call(url, operator, "/network/payment_set", attributes=change)


async def answer_only(route: Route, path: str, body: str) -> None:
    """One call is answered so, all others by the portal."""
    if route.request.method == "POST" and route.request.url.endswith(path):
        await route.fulfill(status=200, body=body, content_type="application/json")
    else:
        await route.continue_()


async def stretch(route: Route) -> None:
    """Answer with every word as long as it may be and every amount as large."""
    asked = route.request
    if asked.method != "POST" or asked.url.endswith(
        ("types", "get_type")
    ):  # lists of the portal's own words
        await route.continue_()
        return
    answer = await route.fetch()
    if "json" in answer.headers.get("content-type", ""):
        await route.fulfill(response=answer, json=lengthen(await answer.json()))
    else:
        await route.fulfill(response=answer)


def lengthen(value: Any, name: str = "") -> Any:
    if isinstance(value, dict):
        return {key: lengthen(each, key) for key, each in value.items()}
    if isinstance(value, list):
        return [lengthen(each, name) for each in value]
    if not value or not isinstance(value, str):
        return value
    if name in LENGTHS and not (name == "name" and IDENTIFIER.fullmatch(value)):
        return f"{value.replace(' ', '')}{'donaudampfschifffahrt' * 20}"[: LENGTHS[name]]
    return LARGEST if AMOUNT.fullmatch(value) and name not in RATES else value


async def prepare(name: str, page: Page) -> None:
    """Actions on a screen before its picture is taken."""
    if name.startswith("links-many-"):
        shop = page.url.partition("/tools/")[0] + f"/demo/shop/{OPEN_BRAND}"
        await page.get_by_role("textbox", name="Pages").fill(MANY_ROWS.format(shop=shop))
        await page.get_by_label("What is understood of each row").wait_for()
    if name == "links-many-outcome":
        await page.get_by_role("button", name=re.compile("^Create [0-9]+ link")).click()
        await page.get_by_label("Result", exact=True).wait_for()
    if name.startswith("account-clos"):
        await page.get_by_role("button", name="Close account").click()
        await page.get_by_role("dialog").get_by_label("Your password").wait_for()
    if name == "account-closed":
        await page.route("**/user/close", lambda route: answer_only(route, "/user/close", CLOSED))
        await page.get_by_role("dialog").get_by_label("Your password").fill(PASSWORD)
        await page.get_by_role("dialog").get_by_role("button", name="Close account").click()
        await page.wait_for_url("**/auth/login*")
