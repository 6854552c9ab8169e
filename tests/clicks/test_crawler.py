"""Browsers are distinguished from crawlers by user agent. With -s the measurements are printed (docs/clicks.md)."""

import re
import subprocess
from collections.abc import Iterable
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from rpc.clicks.crawler import MAX_NAME_LENGTH, UNNAMED, crawler_name
from tests.support.clicks import agent_lists
from tests.support.clicks.agents import FIREFOX
from tests.support.timing import Span, measure_cpu

ROOT = Path(__file__).parent.parent.parent
CURRENT = re.compile(
    r"(?:Chrome|CriOS)/(?:[7-9]\d|\d{3})|(?:Firefox|FxiOS)/(?:[6-9]\d|\d{3})|Version/(?:1[1-9]|[2-9]\d)[\d.]* .*Safari/"
)
"""Chrome from 70, Firefox from 60 or Safari from 11."""
PHONES = ("smartphone", "phablet", "feature_phone")
WEBVIEW = (
    "Mozilla/5.0 (Linux; Android 15; {}; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0"
    " Chrome/130.0.6723.58 Mobile Safari/537.36"
)
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/22B83"
CHROME = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36"

PEOPLE = {
    "Android 15's build": WEBVIEW.format("Pixel 8 Build/AP3A.240617.008"),
    "Instagram": f"{WEBVIEW.format('Pixel 8 Build/AP3A.240617.008')} Instagram 406.0.0.1 Android (35/15; 420dpi;"
    " 1080x2400; Google/google; Pixel 8; shiba; shiba; de_DE; 640000000)",
    "Instagram on a phone called a bot": f"{WEBVIEW.format('M bot 54')} Instagram 406.0.0.1 Android (35/15; 420dpi;"
    " 1080x2400; Spider/Spider; M bot 54; catch; radar; de_DE; 640000000)",
    "Facebook for Android": f"{WEBVIEW.format('SM-S928B Build/UP1A.231005.007')} [FB_IAB/FB4A;FBAV/490.0.0.63.82;]",
    "MetaIAB Facebook": f"{WEBVIEW.format('SM-S928B Build/UP1A.231005.007')} MetaIAB Facebook",
    "Facebook for iOS": f"{IPHONE} [FBAN/FBIOS;FBAV/490.0.0.37.111;FBBV/6;FBDV/iPhone16,1;FBMD/iPhone;FBLC/de_DE]",
    "Facebook on a phone called a spider": f"{WEBVIEW.format('x')} [FBAN/FB4A;FBMF/Spider;FBDV/M bot 54;FBSV/15;]",
    "Viber": f"{IPHONE} Viber/23.1.0",
    "Sogou": f"{WEBVIEW.format('TLA001 Build/QP1A.190711.020')} SogouMSE,SogouMobileBrowser/6.1.5",
    "Sonic": "Mozilla/5.0 (Linux; Android 11; Sonic 2 Build/RP1A) AppleWebKit/537.36 (KHTML, like Gecko)"
    " Chrome/109.0.0.0 Mobile Safari/537.36",
    "M bot": WEBVIEW.format("M bot 54"),
    "Spider": WEBVIEW.format("Spider 8"),
    "Discovery": WEBVIEW.format("S60_Discovery_2019 Build/SP1A"),
    "parenthesis in the model": WEBVIEW.format("Catch 4 (M5T3) Build/SP1A"),
    "Windows Phone": "Mozilla/5.0 (compatible; MSIE 10.0; Windows Phone 8.0; Trident/6.0; IEMobile/10.0; HTC;"
    " Radar 4G)",
    "version": f"{CHROME} OMI/4.21.4.112.Catcher4.66",
    "Firefox": FIREFOX,
}
CRAWLERS = {
    "Googlebot": "Googlebot",
    "YandexBot/3.0": "YandexBot",
    "ELB-HealthChecker/2.0": "ELB-HealthChecker",
    "Guzzle": "Guzzle",
    "GuzzleHttp/7": "GuzzleHttp",
    "Postman": "Postman",
    "PostmanRuntime/7.42.0": "PostmanRuntime",
    "curl/8.10.1": "curl",
    "python-requests/2.32.3": "python-requests",
    "python-httpx/0.28.1": "python-httpx",
    "node": "node",
    "okhttp/4.12.0": "okhttp",
    "Go-http-client/2.0": "Go-http-client",
    f"{CHROME.replace('Chrome', 'HeadlessChrome')}": "HeadlessChrome",
    f"{CHROME} Somebot/1.0": "Somebot",
    f"{WEBVIEW.format('Nexus 5X Build/MMB29P')} (compatible; Googlebot/2.1;"
    " +http://www.google.com/bot.html)": "Googlebot",
    "Mozilla/5.0 (Linux; Android 8.0; Pixel 2 Build/OPD3.170816.012; Storebot-Google/1.0) AppleWebKit/537.36"
    " (KHTML, like Gecko) Chrome/81.0.4044.138 Mobile Safari/537.36": "Storebot-Google",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)": "facebookexternalhit",
    "Mozilla/5.0 Firefox": UNNAMED,
    "x 12345 +http://example.com/anna": UNNAMED,
}


@cache
def matomo() -> dict[str, set[str]]:
    return agent_lists.matomo()


def called_crawlers(agents: Iterable[str]) -> list[str]:
    return [agent for agent in agents if crawler_name.__wrapped__(agent) is not None]


def measure(what: str, agents: Iterable[str]) -> tuple[int, int]:
    """How many of these are called crawlers, of how many."""
    agents = [*agents]
    found = called_crawlers(agents)
    print(f"{what}: {len(found):,} of {len(agents):,} are called crawlers")
    return len(found), len(agents)


class TestBrowsers:
    @pytest.mark.parametrize("who", PEOPLE)
    def test_user_agent_of_a_browser_is_not_a_crawlers(self, who: str) -> None:
        assert crawler_name(PEOPLE[who]) is None

    def test_browsers_listed_by_isbot_are_not_crawlers(self) -> None:
        assert called_crawlers(agent_lists.isbot("browsers.yml")) == []
        assert measure("isbot's browsers", agent_lists.isbot("browsers.yml")) == (0, 555)

    def test_sampled_user_agents_are_not_crawlers(self) -> None:
        found, all_ = measure("npm user-agents", agent_lists.npm())
        assert found == 0 and all_ > 300

    def test_at_most_one_in_a_thousand_current_browsers_is_a_crawler(self) -> None:
        agents = set().union(*(agents for kind, agents in matomo().items() if kind != "bots"))
        found, all_ = measure("device-detector's current browsers", filter(CURRENT.search, agents))
        assert all_ > 20_000
        assert found * 1_000 <= all_

    def test_at_most_one_in_a_hundred_antique_phones_is_a_crawler(self) -> None:
        agents = set().union(*(matomo()[kind] for kind in PHONES))
        antique = {agent for agent in agents if not CURRENT.search(agent)}
        found, all_ = measure("device-detector's antique phones", antique)
        assert all_ > 8_000
        assert found * 100 <= all_


class TestCrawlers:
    @pytest.mark.parametrize("agent", CRAWLERS)
    def test_crawler_is_named_by_its_user_agent(self, agent: str) -> None:
        assert crawler_name(agent) == CRAWLERS[agent]

    def test_most_crawlers_that_isbot_lists_are_detected(self) -> None:
        found, all_ = measure("isbot's crawlers", agent_lists.isbot("crawlers.yml"))
        assert all_ > 600
        assert found >= 0.95 * all_

    def test_most_bots_listed_by_matomo_are_detected(self) -> None:
        found, all_ = measure("device-detector's bots", matomo()["bots"])
        assert all_ > 1_300
        assert found >= 0.95 * all_

    def test_letter_case_of_a_user_agent_does_not_matter(self) -> None:
        for agent in {*agent_lists.isbot("crawlers.yml"), *matomo()["bots"], *PEOPLE.values()}:
            spellings = (agent, agent.lower(), agent.upper())
            assert len({crawler_name(each) is None for each in spellings}) == 1, agent

    def test_crawler_name_is_short_without_digits_or_addresses(self) -> None:
        agents = {*agent_lists.isbot("crawlers.yml"), *matomo()["bots"], "bot" * 200, "a" * 500}
        for name in filter(None, map(crawler_name, agents)):
            assert 1 < len(name) <= MAX_NAME_LENGTH
            assert name == UNNAMED or re.fullmatch(r"[A-Za-z._-]+", name), name


def test_hostile_user_agent_takes_no_longer_than_a_plain_one_of_equal_length() -> None:
    """No pattern's time grows with the square of the length."""
    parts = ("android;", "(", "()", "fban/(", "instagram 1 android (", "iemobile/1;", "a", "a ", "1", "a/1", ".", "-",
             "http", "@a", "bot", "x11;")  # fmt: skip
    plain = f"{CHROME} {'Visitor/1 ' * 50}"[:500]
    usual = min(time_of(plain, times=100) for _ in range(3))
    for first, second in product(parts, parts):
        hostile = ((first * 500)[:250] + (second * 500)[:250], ((first + second) * 500)[:500])
        for agent in hostile:
            assert min(time_of(agent) for _ in range(3)) < usual, agent


def time_of(agent: str, times: int = 1) -> Span:
    with measure_cpu() as span:
        for _ in range(times):
            crawler_name.__wrapped__(agent)
    return span


def test_crawler_patterns_match_the_installed_version_of_isbot() -> None:
    written = subprocess.run(
        [ROOT / ".venv/bin/node", ROOT / "web/crawlers.mjs"], capture_output=True, check=True
    ).stdout
    assert (ROOT / "rpc/clicks/crawler_patterns.py").read_bytes() == written, "run make crawlers"
