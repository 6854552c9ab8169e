"""The signed-in account, and an operator's lock on it."""

from rpc import Code
from tests.support.portal import PASSWORD, Portal


async def lock(portal: Portal, uid: int, kind: str) -> None:
    given = {"uid": uid, "kind": kind, "reason": "Because"}
    await portal.ok("/network/account_lock", await portal.operator(), attributes=given)


class TestProfile:
    async def test_publisher_reads_its_profile_roles_and_permissions(self, portal: Portal) -> None:
        alice = await portal.someone(currency="EUR", time_zone="Europe/Berlin")

        profile = await portal.ok("/user/profile", alice)

        assert profile["uid"] == alice.uid
        assert (profile["username"], profile["login_email"]) == (alice.username, alice.email)
        assert profile["default_site"]["id"] == alice.site_id
        assert (profile["roles"], "site.edit" in profile["permissions"]) == (["owner"], True)
        assert (profile["currency"], profile["time_zone"]) == ("EUR", "Europe/Berlin")
        assert profile["referral_url"] == f"http://portal.test/auth/refer?uid={alice.uid}"

    async def test_operator_reads_its_permissions(self, portal: Portal) -> None:
        profile = await portal.ok("/user/profile", await portal.operator())
        assert (profile["uid"], profile["roles"], profile["default_site"]) == (
            0,
            ["operator"],
            None,
        )
        assert "brand.edit" in profile["permissions"]

    async def test_profile_can_be_read_without_a_default_channel(self, portal: Portal) -> None:
        profile = await portal.ok("/user/profile", await portal.someone(site=False))
        assert profile["default_site"] is None

    async def test_profile_call_returns_no_secret(self, portal: Portal) -> None:
        profile = await portal.ok("/user/profile", await portal.someone())
        assert not {"password_hash", "token", "hash"} & profile.keys()


class TestAccountLock:
    async def test_locking_an_account_ends_its_sessions_at_once(self, portal: Portal) -> None:
        alice = await portal.someone()
        who = {"account": alice.username, "password": PASSWORD}
        second = (await portal.ok("/auth/sign_in", attributes=who))["token"]

        await lock(portal, alice.uid, "lock")

        for token in (alice.token, second):
            await portal.refuses(Code.UNAUTHORIZED, "/user/profile", token)
        await portal.refuses(Code.USER_LOCKED, "/auth/sign_in", attributes=who)

    async def test_unlocked_account_can_sign_in_but_old_sessions_stay_ended(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        await lock(portal, alice.uid, "lock")

        await lock(portal, alice.uid, "unlock")

        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", alice)
        await portal.ok("/auth/sign_in", attributes={"account": alice.email, "password": PASSWORD})

    async def test_operators_demand_for_a_new_password_applies_at_once(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()

        await lock(portal, alice.uid, "new_password")

        await portal.refuses(Code.UNAUTHORIZED, "/user/profile", alice)
        who = {"account": alice.email, "password": PASSWORD}
        await portal.refuses(Code.PASSWORD_EXPIRED, "/auth/sign_in", attributes=who)

    async def test_locking_an_account_leaves_other_accounts_signed_in(self, portal: Portal) -> None:
        alice, bob = await portal.someone(), await portal.someone()
        await lock(portal, alice.uid, "lock")
        await portal.ok("/user/profile", bob)

    async def test_locking_an_unknown_publisher_is_refused(self, portal: Portal) -> None:
        operator = await portal.operator()
        for kind in ("lock", "unlock", "new_password"):
            given = {"uid": 2**33 - 1, "kind": kind}
            await portal.refuses(
                Code.USER_NOT_FOUND, "/network/account_lock", operator, attributes=given
            )

    async def test_unknown_kind_of_account_lock_is_refused(self, portal: Portal) -> None:
        operator = await portal.operator()
        given = {"uid": 100_001, "kind": "delete"}
        await portal.refuses(
            Code.REQUEST_INVALID, "/network/account_lock", operator, attributes=given
        )

    async def test_publisher_cannot_lock_an_account(self, portal: Portal) -> None:
        alice = await portal.someone()
        given = {"uid": alice.uid, "kind": "lock"}
        await portal.refuses(Code.NOT_ALLOWED, "/network/account_lock", alice, attributes=given)

    async def test_account_lock_is_in_the_activity_log_of_publisher_and_operator(
        self, portal: Portal
    ) -> None:
        alice, operator = await portal.someone(), await portal.operator()
        given = {"uid": alice.uid, "kind": "lock"}
        await portal.ok("/network/account_lock", operator, attributes=given)

        async with portal.db() as db:
            row = await db.fetchrow(
                "select operator_id, details from audit where publisher_id = $1", alice.uid
            )
        assert tuple(row) == (operator.account_id, {"kind": "lock"})
