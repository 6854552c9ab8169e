"""Which passwords are accepted, and the time that this takes (findings D, A2; NIST SP 800-63B)."""

import asyncio
from itertools import product

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rpc import Code
from rpc.security.passwords import Passwords, common_passwords, find_weakness, fold
from schema.accounts.auth import personal_words
from schema.core.scalar import PASSWORD_LONGEST, PASSWORD_SHORTEST
from tests.conftest import from_address
from tests.support.accounts.sign_up import credentials, step_one
from tests.support.portal import PASSWORD, Portal
from tests.support.timing import Span, least_cpu, measure

COSTLY = ("4@8({[<369!1|0$5+7%2" * 7)[:PASSWORD_LONGEST]
"""What an estimator of guesses, which tries every substitution, needs eight seconds for."""
SIGN_UPS = 12
WORDS = personal_words(
    "anneliese.kowalczyk", "info@kowalczyk-reisen.example", "Kitchen & Garden Ltd"
)


class TestCommonPasswords:
    def test_list_of_common_passwords_holds_ten_thousand(self) -> None:
        listed = common_passwords()
        assert len(listed) == 10_000
        assert {"123qweasdzxc", "password1234", "qwertyuiop123"} <= listed

    def test_listed_common_passwords_satisfy_the_minimum_length(self) -> None:
        assert min(map(len, common_passwords())) >= PASSWORD_SHORTEST

    @pytest.mark.parametrize("written", [str, str.upper, str.title])
    def test_common_password_is_refused_in_any_case(self, written: type[str]) -> None:
        assert [word for word in common_passwords() if not find_weakness(written(word), [])] == []

    def test_common_password_in_fullwidth_letters_is_refused(self) -> None:
        wide = "".join(chr(ord(letter) + 0xFEE0) for letter in "password1234")
        assert find_weakness(wide, []) is not None

    def test_password_of_unrelated_words_is_accepted(self) -> None:
        assert find_weakness(PASSWORD, WORDS) is None


class TestPersonalWords:
    @pytest.mark.parametrize(
        "password",
        [
            f"{before}{word}{after}"
            for word, before, after in product(
                ["anneliese.kowalczyk", "Kowalczyk-Reisen", "KitchenGarden", "publisherportal"],
                ["", "1", "my"],
                ["", "!", "2026", "-1"],
            )
        ],
    )
    def test_password_made_of_personal_words_is_refused(self, password: str) -> None:
        assert find_weakness(password, WORDS) is not None

    @pytest.mark.parametrize(
        "password", ["my garden has seven hedgehogs", "kowalczyk rides a purple tram"]
    )
    def test_password_with_a_personal_word_among_others_is_accepted(self, password: str) -> None:
        assert find_weakness(password, WORDS) is None


@settings(max_examples=2_000, deadline=None)
@given(st.text(min_size=PASSWORD_SHORTEST, max_size=PASSWORD_LONGEST))
def test_two_thousand_random_passwords_are_accepted(password: str) -> None:
    assume(fold(password) not in common_passwords())

    assert find_weakness(password, []) is None


async def test_checking_the_slowest_password_is_faster_than_hashing_it() -> None:
    words = personal_words(
        "a" * 64, ".".join("abc" * 20) + "@" + ".".join(["abc"] * 60), "x y " * 50
    )

    def judge() -> None:
        find_weakness(COSTLY, words)
        find_weakness("\ufdfa" * PASSWORD_LONGEST, words)  # one character that becomes eighteen

    passwords = Passwords()
    assert await least_cpu(judge) < await least_cpu(lambda: passwords.hash(COSTLY))


class TestSignUps:
    async def test_twelve_weak_sign_ups_do_not_delay_sign_ins(self, guarded_portal: Portal) -> None:
        alice = await guarded_portal.someone(site=False)

        async def sign_ins(count: int, network: int) -> list[Span]:
            """How long each took, the longest last."""
            spans = []
            for number in range(count):
                with measure() as span:
                    await guarded_portal.ok(
                        "/auth/sign_in",
                        headers=from_address(f"198.51.{network}.{number}"),
                        attributes=credentials(alice.username),
                    )
                spans.append(span)
            return sorted(spans)

        await sign_ins(3, 99)
        quiet = await sign_ins(20, 100)
        given = [step_one(password=COSTLY, confirm_password=COSTLY) for _ in range(SIGN_UPS)]
        stranger = from_address("203.0.113.77")
        attack = asyncio.gather(
            *(
                guarded_portal.post("/auth/sign_up", headers=stranger, attributes=one)
                for one in given
            )
        )
        beside = await sign_ins(20, 101)
        replies = await attack

        codes = [reply.code for reply in replies]
        assert codes.count(Code.TOO_MANY_REQUESTS.number) >= SIGN_UPS - 5
        assert beside[-2] < 10 * quiet[-2]

    async def test_sign_ups_with_weak_passwords_count_towards_the_limit(
        self, guarded_portal: Portal
    ) -> None:
        weak = step_one(password="password1234", confirm_password="password1234")
        stranger = from_address("203.0.113.78")
        codes = [
            (await guarded_portal.post("/auth/sign_up", headers=stranger, attributes=weak)).code
            for _ in range(6)
        ]
        assert codes == [Code.PASSWORD_INVALID.number] * 5 + [Code.TOO_MANY_REQUESTS.number]

    async def test_refusal_of_a_weak_password_gives_the_reason(self, portal: Portal) -> None:
        weak = step_one(password="password1234", confirm_password="password1234")
        reply = await portal.refuses(Code.PASSWORD_INVALID, "/auth/sign_up", attributes=weak)
        assert "one of the most common passwords" in reply.message
        assert reply.data["field"] == "attributes.password"
