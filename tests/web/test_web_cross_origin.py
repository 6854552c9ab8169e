"""T20: thirty forms and fetches of another origin, in Chromium, each with a good token: none changes anything."""

import asyncio
import json
from itertools import product
from typing import Any

from playwright.async_api import Browser

from tests.support.browser import open_visit
from tests.support.orders.orders import deal
from tests.support.portal import Portal
from tests.support.postbacks.receiver import Received, run_receiver, save

WAYS = ("json", "text/plain", "application/x-www-form-urlencoded", "form as text", "form")
SEND = """async ([url, body, way]) => {
  const at = (headers, mode) => fetch(url, { method: "POST", headers, mode, body });
  if (way === "json") {
    await at({ "content-type": "application/json" }, "cors").catch(() => 0);
  } else if (!way.startsWith("form")) {
    await at({ "content-type": way }, "no-cors").catch(() => 0);
  } else {
    const frame = Object.assign(document.createElement("iframe"), { name: "sink" });
    const form = Object.assign(document.createElement("form"), {
      action: url, method: "POST", target: "sink",
      enctype: way === "form" ? "application/x-www-form-urlencoded" : "text/plain",
    });
    // As text, `name=value` is the body: JSON with a field that holds the sign between them.
    const input = Object.assign(document.createElement("input"), {
      name: body.slice(0, -1) + ',"x":"', value: '"}',
    });
    form.append(input);
    document.body.append(frame, form);
    const loaded = new Promise((done) => frame.addEventListener("load", done));
    form.submit();
    await Promise.race([loaded, new Promise((done) => setTimeout(done, 3000))]);
    frame.remove();
    form.remove();
  }
}"""


async def elsewhere(_: Received, writer: asyncio.StreamWriter) -> None:
    body = b"<!doctype html><title>Elsewhere</title><body></body>"
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n"
    writer.write(head.encode() + b"Connection: close\r\n\r\n" + body)


async def state(site: Portal, uid: int) -> list[Any]:
    async with site.db() as db:
        return [
            await db.fetchval(f"select count(*) || coalesce(max({column}::text), '') from {table}"
                              " where publisher_id = $1", uid)
            for table, column in (("postback", "state"), ("link", "note"), ("site", "name"),
                                ("account", "nickname"), ("session", "ended_at"))
        ]  # fmt: skip


async def test_cross_origin_requests_change_nothing(site: Portal, browser: Browser) -> None:
    it = await deal(site)
    who, saved = it.who, await save(site, it.who, "https://tracker.example/in")
    writes: dict[str, dict[str, Any]] = {
        "/postback/do_info": {"event_type": 1, "delivery_type": 1, "link_url": "https://a.example"},
        "/postback/set_state": {"id": saved["id"], "state": "paused"},
        "/tools/link_edit": {"link_id": it.link_id, "note": "changed"},
        "/site/set_default": {"id": who.site_id},
        "/user/edit": {"nickname": "changed"},
        "/auth/sign_out": {},
    }
    before = await state(site, who.uid)
    async with (
        run_receiver(elsewhere) as other,
        open_visit(browser, other.url) as visit,
    ):
        await visit.page.goto("/")
        assert len(WAYS) * len(writes) == 30
        for way, (path, attributes) in product(WAYS, writes.items()):
            req = {"header": {"token": who.token}, "attributes": attributes}
            body = json.dumps({"appId": 36, "req": req})
            await visit.page.evaluate(SEND, [site.url + path, body, way])
            assert await state(site, who.uid) == before, (way, path)
    async with open_visit(browser, site.url) as visit:  # the control: a page of our own
        await visit.page.goto("/auth/login")
        path = "/postback/set_state"
        req = {"header": {"token": who.token}, "attributes": writes[path]}
        body = json.dumps({"appId": 36, "req": req})
        await visit.page.evaluate(SEND, [site.url + path, body, "json"])
    assert await state(site, who.uid) != before
