"""Tracking links are changed, retired, restored and deleted."""

import pytest

from rpc import Code
from tests.support.portal import Portal, SomeBrand, Someone, unique

EDIT, DEL = "/tools/link_edit", "/tools/link_del"


@pytest.fixture
async def shop(portal: Portal, alice: Someone) -> SomeBrand:
    brand = await portal.brand()
    await portal.join(alice, brand)
    return brand


class TestLinkEdit:
    async def test_edit_of_a_link_changes_only_the_given_fields(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        made = await portal.link(alice, shop, uid1="one", uid2="two", note="mine")
        target = f"https://{shop.mcid}.example/p/2"
        change = {"link_id": made["link_id"], "target_url": target, "uid2": "", "uid3": "three"}

        await portal.ok(EDIT, alice, attributes=change)

        [row] = (await portal.ok("/tools/links", alice))["list"]
        assert [row[f"uid{n}"] for n in range(1, 6)] == ["one", "", "three", "", ""]
        assert (row["target_url"], row["note"], row["code"]) == (target, "mine", made["code"])

    async def test_redirect_follows_the_edit_of_a_link_at_once(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        made = await portal.link(alice, shop)
        await portal.click(made["code"])
        target = f"https://{shop.mcid}.example/moved"
        change = {"link_id": made["link_id"], "target_url": target}

        await portal.ok(EDIT, alice, attributes=change)

        visit = await portal.http.get(f"/track/{made['code']}", follow_redirects=False)
        assert visit.headers["location"].startswith(target)

    async def test_link_leads_to_its_fallback_while_the_target_is_broken(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        made = await portal.link(alice, shop)
        target, fallback = (f"https://{shop.mcid}.example{path}" for path in ("/p/1", "/p/9"))
        async with portal.db() as db:
            await db.execute("update link set broken = true where link_id = $1", made["link_id"])

        for wish, leads_to in ((fallback, fallback), ("", target)):
            change = {"link_id": made["link_id"], "fallback_url": wish}
            await portal.ok(EDIT, alice, attributes=change)
            await portal.ok(EDIT, alice, attributes={"link_id": made["link_id"], "note": "other"})

            [row] = (await portal.ok("/tools/links", alice))["list"]
            assert row["fallback_url"] == (wish or None)
            visit = await portal.http.get(f"/track/{made['code']}", follow_redirects=False)
            assert visit.headers["location"].partition("?")[0] == leads_to

    @pytest.mark.parametrize(
        ("fallback", "code"),
        [
            ("shoes", Code.TARGET_URL_INVALID),
            ("https://another.example/", Code.URL_NOT_SUPPORTED),
            ("{portal}/s/abc", Code.URL_FORBIDDEN),
            ("{target}#again", Code.URL_FORBIDDEN),
        ],
    )
    async def test_fallback_to_a_foreign_domain_or_a_redirect_loop_is_refused(
        self, portal: Portal, alice: Someone, shop: SomeBrand, fallback: str, code: Code
    ) -> None:
        made = await portal.link(alice, shop, target_url=f"https://{shop.mcid}.example/p/1")
        public = portal.resources.settings.public_url
        wish = fallback.format(portal=public, target=f"https://{shop.mcid}.example/p/1")
        change = {"link_id": made["link_id"], "fallback_url": wish}

        reply = await portal.refuses(code, EDIT, alice, attributes=change)

        assert reply.refusal == {"field": "attributes.fallback_url"}
        [row] = (await portal.ok("/tools/links", alice))["list"]
        assert row["fallback_url"] is None

    async def test_retired_link_leaves_the_list_but_still_redirects(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        made = await portal.link(alice, shop)
        await portal.ok(EDIT, alice, attributes={"link_id": made["link_id"], "retired": True})

        in_use = await portal.ok("/tools/links", alice, filter={"retired": False})
        retired = await portal.ok("/tools/links", alice, filter={"retired": True})

        assert in_use["total"] == 0
        assert [row["retired"] for row in retired["list"]] == [True]
        assert await portal.click(made["code"])

    async def test_retiring_or_restoring_a_link_twice_is_refused(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        made = await portal.link(alice, shop)
        for retired in (True, False):
            change = {"link_id": made["link_id"], "retired": retired}
            await portal.ok(EDIT, alice, attributes=change)
            reply = await portal.refuses(Code.STATE_FORBIDS, EDIT, alice, attributes=change)
            assert reply.refusal == {"field": "attributes.retired"}

    @pytest.mark.parametrize(
        ("target", "code"),
        [
            ("shoes", Code.TARGET_URL_INVALID),
            ("https://another.example/", Code.URL_NOT_SUPPORTED),
            ("http://127.0.0.1/", Code.URL_FORBIDDEN),
        ],
    )
    async def test_edit_of_a_link_to_an_invalid_target_is_refused(
        self, portal: Portal, alice: Someone, shop: SomeBrand, target: str, code: Code
    ) -> None:
        made = await portal.link(alice, shop)
        change = {"link_id": made["link_id"], "target_url": target}
        await portal.refuses(code, EDIT, alice, attributes=change)

    async def test_link_of_another_publisher_is_not_found(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        made = await portal.link(alice, shop)
        bob = await portal.someone()
        ref = {"link_id": made["link_id"]}
        await portal.refuses(Code.NOT_FOUND, EDIT, bob, attributes={**ref, "note": "his"})
        await portal.refuses(Code.NOT_FOUND, DEL, bob, attributes=ref)


class TestLinkEditFields:
    async def test_old_custom_paths_still_redirect_after_a_new_one_is_set(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        made = await portal.link(alice, shop)
        first, second = unique("path"), unique("path")
        for path in (first, second, first):
            change = {"link_id": made["link_id"], "path": path}
            await portal.ok(EDIT, alice, attributes=change)
            [row] = (await portal.ok("/tools/links", alice))["list"]
            assert row["tracking_url_short"].endswith(f"/s/{path}")
        for name in (made["code"], first, second):
            assert await portal.click(name)

    async def test_taken_or_invalid_custom_path_changes_nothing(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        taken, bob = unique("path"), await portal.someone()
        await portal.join(bob, shop)
        await portal.link(bob, shop, path=taken)
        made = await portal.link(alice, shop)
        for path, code in ((taken, Code.TRACK_USED), ("a b", Code.TRACK_INVALID)):
            change = {"link_id": made["link_id"], "path": path, "note": "lost"}
            reply = await portal.refuses(code, EDIT, alice, attributes=change)
            assert reply.refusal == {"field": "attributes.path"}
        [row] = (await portal.ok("/tools/links", alice))["list"]
        assert (row["code"], row["note"]) == (made["code"], "")

    async def test_coupon_of_a_link_is_set_and_cleared(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        made = await portal.link(alice, shop)
        ref = {"link_id": made["link_id"]}
        coupon = {"mcid": shop.mcid, "code": unique("TEN"), "description": "10 % off"}
        await portal.ok("/network/coupon_save", await portal.operator(), attributes=coupon)
        for code in (coupon["code"], ""):
            await portal.ok(EDIT, alice, attributes={**ref, "coupon": code})
            [row] = (await portal.ok("/tools/links", alice))["list"]
            assert row["coupon"] == code
        change = {**ref, "coupon": "NOTHING"}
        await portal.refuses(Code.NOT_FOUND, EDIT, alice, attributes=change)

    async def test_link_moves_only_to_a_channel_that_joined_the_brand(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        made = await portal.link(alice, shop)
        ref = {"link_id": made["link_id"]}
        before = await portal.click(made["code"])
        other, pending = await portal.site(alice.uid), await portal.site(alice.uid, status=0)
        bob = await portal.someone()
        for site_id, code in (
            (other, Code.RELATIONSHIP_NOT_APPROVED),
            (pending, Code.SITE_STATUS_ERROR),
            (bob.site_id, Code.SITE_INVALID),
        ):
            change = {**ref, "site_id": site_id}
            await portal.refuses(code, EDIT, alice, attributes=change)
        await portal.join(alice, shop, site_id=other)
        await portal.ok(EDIT, alice, attributes={**ref, "site_id": other})

        after = await portal.click(made["code"])
        today = portal.resources.clock.now().date().isoformat()
        days = {"start_date": today, "end_date": today}
        clicks = (await portal.ok("/reports/clicks", alice, filter=days))["list"]
        sites = {row["click_ref"]: row["site_id"] for row in clicks}
        assert sites == {before: alice.site_id, after: other}


class TestLinkDel:
    async def test_link_without_results_can_be_deleted(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        made = await portal.link(alice, shop)
        await portal.ok(DEL, alice, attributes={"link_id": made["link_id"]})

        assert (await portal.ok("/tools/links", alice))["total"] == 0
        assert (await portal.http.get(f"/s/{made['code']}")).status_code == 404
        await portal.refuses(Code.NOT_FOUND, DEL, alice, attributes={"link_id": made["link_id"]})

    async def test_link_with_clicks_cannot_be_deleted(
        self, portal: Portal, alice: Someone, shop: SomeBrand
    ) -> None:
        made = await portal.link(alice, shop)
        await portal.click(made["code"])
        await portal.refuses(
            Code.STATE_FORBIDS, DEL, alice, attributes={"link_id": made["link_id"]}
        )


async def test_link_list_continues_after_a_cursor(
    portal: Portal, alice: Someone, shop: SomeBrand
) -> None:
    made = [(await portal.link(alice, shop))["link_id"] for _ in range(3)]
    first = await portal.ok("/tools/links", alice, page={"perPage": 2})
    rest = await portal.ok("/tools/links", alice, page={"perPage": 2, "cursor": first["next"]})

    assert [row["link_id"] for row in first["list"] + rest["list"]] == made[::-1]
    assert rest["next"] is None
    bad = {"page": {"cursor": "nonsense"}}
    for path in ("/tools/links", "/site/list", "/common/download_list"):
        await portal.refuses(Code.REQUEST_INVALID, path, alice, **bad)


async def test_channels_and_downloads_are_paged_by_a_cursor(portal: Portal) -> None:
    carol = await portal.someone()
    more = [await portal.site(carol.uid) for _ in range(2)]
    first = await portal.ok("/site/list", carol, page={"perPage": 2})
    rest = await portal.ok("/site/list", carol, page={"perPage": 2, "cursor": first["next"]})
    assert [row["id"] for row in first["list"] + rest["list"]] == [carol.site_id, *more]
    assert rest["next"] is None
    assert (await portal.ok("/common/download_list", carol))["next"] is None


class TestLinkNote:
    async def test_note_of_a_link_is_written_and_removed(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        link = await portal.link(alice, brand, uid1="a", note="Old")
        assert link["target_url"] == f"https://{brand.mcid}.example/p/1"
        for note in ("New", "New", ""):
            given = {"link_id": link["link_id"], "note": note}
            await portal.ok("/tools/link_note", alice, attributes=given)
            [row] = (await portal.ok("/tools/links", alice))["list"]
            assert (row["note"], row["uid1"], row["retired"]) == (note, "a", False)

    async def test_link_of_another_publisher_keeps_its_note(
        self, portal: Portal, alice: Someone, brand: SomeBrand
    ) -> None:
        link = await portal.link(alice, brand, note="Alice's own")
        given = {"link_id": link["link_id"], "note": "Bob was here"}
        bob = await portal.someone()
        await portal.refuses(Code.NOT_FOUND, "/tools/link_note", bob, attributes=given)
        [row] = (await portal.ok("/tools/links", alice))["list"]
        assert row["note"] == "Alice's own"
