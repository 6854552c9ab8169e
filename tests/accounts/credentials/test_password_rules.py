"""Which passwords may be chosen, and what it costs to find out (findings D, A2; NIST SP 800-63B)."""

import asyncio
from itertools import product
from statistics import quantiles
from time import perf_counter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rpc import Code
from rpc.security.password_rules import common_passwords, find_weakness, fold
from schema.accounts.auth import personal_words
from schema.core.scalar import PASSWORD_LONGEST, PASSWORD_SHORTEST
from tests.conftest import from_address
from tests.support.accounts.sign_up import credentials, step_one
from tests.support.portal import PASSWORD, Portal

COSTLY = ("4@8({[<369!1|0$5+7%2" * 7)[:PASSWORD_LONGEST]
"""What an estimator of guesses, which tries every substitution, needs eight seconds for."""
SIGN_UPS = 12
WORDS = personal_words(
    "anneliese.kowalczyk", "info@kowalczyk-reisen.example", "Kitchen & Garden Ltd"
)


class TestCommonPasswords:
    def test_the_list_is_three_times_what_asvs_asks_for(self) -> None:
        listed = common_passwords()
        assert len(listed) == 10_000
        assert {"123qweasdzxc", "password1234", "qwertyuiop123"} <= listed

    def test_each_is_long_enough_to_be_chosen_otherwise(self) -> None:
        assert min(map(len, common_passwords())) >= PASSWORD_SHORTEST

    @pytest.mark.parametrize("written", [str, str.upper, str.title])
    def test_each_is_refused_however_it_is_written(self, written: type[str]) -> None:
        assert [word for word in common_passwords() if not find_weakness(written(word), [])] == []

    def test_forms_of_letters_do_not_matter(self) -> None:
        wide = "".join(chr(ord(letter) + 0xFEE0) for letter in "password1234")
        assert find_weakness(wide, []) is not None

    def test_a_phrase_of_unrelated_words_is_none(self) -> None:
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
    def test_what_is_mostly_ones_own_is_refused(self, password: str) -> None:
        assert find_weakness(password, WORDS) is not None

    @pytest.mark.parametrize(
        "password", ["my garden has seven hedgehogs", "kowalczyk rides a purple tram"]
    )
    def test_a_word_among_others_is_not(self, password: str) -> None:
        assert find_weakness(password, WORDS) is None


@settings(max_examples=2_000, deadline=None)
@given(st.text(min_size=PASSWORD_SHORTEST, max_size=PASSWORD_LONGEST))
def test_two_thousand_random_ones_are_accepted(password: str) -> None:
    assume(fold(password) not in common_passwords())

    assert find_weakness(password, []) is None


def test_judging_the_costliest_takes_no_time() -> None:
    words = personal_words(
        "a" * 64, ".".join("abc" * 20) + "@" + ".".join(["abc"] * 60), "x y " * 50
    )
    began = perf_counter()
    for _ in range(100):
        find_weakness(COSTLY, words)
        find_weakness("\ufdfa" * PASSWORD_LONGEST, words)  # one character that becomes eighteen
    assert (perf_counter() - began) / 200 < 0.005


class TestSignUps:
    async def test_twelve_of_a_stranger_do_not_delay_others_who_sign_in(
        self, guarded_portal: Portal
    ) -> None:
        alice = await guarded_portal.someone(site=False)

        async def sign_ins(count: int, network: int) -> list[float]:
            seconds = []
            for number in range(count):
                began = perf_counter()
                await guarded_portal.ok(
                    "/auth/sign_in",
                    headers=from_address(f"198.51.{network}.{number}"),
                    attributes=credentials(alice.username),
                )
                seconds.append(perf_counter() - began)
            return seconds

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
        assert quantiles(beside, n=20)[-1] <= 10 * quantiles(quiet, n=20)[-1]

    async def test_its_limit_is_counted_before_anything_is_judged(
        self, guarded_portal: Portal
    ) -> None:
        weak = step_one(password="password1234", confirm_password="password1234")
        stranger = from_address("203.0.113.78")
        codes = [
            (await guarded_portal.post("/auth/sign_up", headers=stranger, attributes=weak)).code
            for _ in range(6)
        ]
        assert codes == [Code.PASSWORD_INVALID.number] * 5 + [Code.TOO_MANY_REQUESTS.number]

    async def test_the_reason_is_told(self, portal: Portal) -> None:
        weak = step_one(password="password1234", confirm_password="password1234")
        reply = await portal.refuses(Code.PASSWORD_INVALID, "/auth/sign_up", attributes=weak)
        assert "one of the most common passwords" in reply.message
        assert reply.data["field"] == "attributes.password"
