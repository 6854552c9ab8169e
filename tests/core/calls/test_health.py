"""The endpoints for operations: health, readiness, metrics and the OpenAPI document."""

from xml.etree import ElementTree

import msgspec
import pytest

from handlers._registry import registry
from rpc.calls.multipart import Upload
from rpc.calls.registry_entry import Procedure
from schema.core.api_version import API_VERSION
from schema.core.version import VERSION
from tests.support.portal import Portal


class TestHealth:
    async def test_liveness_check_answers_200(self, portal: Portal) -> None:
        answer = await portal.http.get("/health")
        assert (answer.status_code, answer.json()["status"]) == (200, "ok")
        assert answer.json()["version"] == VERSION
        assert answer.headers["x-content-type-options"] == "nosniff"


class TestReady:
    async def test_readiness_check_answers_200(self, portal: Portal) -> None:
        answer = await portal.http.get("/ready")
        status, *shortages = answer.json()["status"].split(", but ")
        assert (answer.status_code, status) == (200, "ready")
        assert set(shortages) <= {"the disk is nearly full"}, "of the machine that runs the tests"


class TestMetrics:
    async def test_metrics_count_calls_by_path_and_code(self, portal: Portal) -> None:
        await portal.post("/user/profile")
        text = (await portal.http.get("/metrics")).text
        assert 'portal_calls_total{code="401",path="/user/profile"}' in text

    async def test_metrics_count_jobs_of_all_workers(self, portal: Portal) -> None:
        async def count_done() -> float:
            text = (await portal.http.get("/metrics")).text
            name = 'portal_jobs_total{outcome="done",path="/auth/send_reset"} '
            return float(text.partition(name)[2].partition("\n")[0] or 0)

        await portal.work()
        before = await count_done()
        alice = await portal.someone()
        await portal.ok("/auth/pwd_forget", attributes={"email": alice.email})
        await portal.work()

        assert await count_done() == before + 1

    @pytest.mark.parametrize(
        "token", ["", "Bearer", "Bearer wrong", "Bearer wr\xf6ng", "Basic \xff"]
    )
    async def test_wrong_metrics_token_is_refused(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch, token: str
    ) -> None:
        own = msgspec.structs.replace(portal.resources.settings, metrics_token="t" * 20)
        monkeypatch.setattr(portal.resources, "settings", own)
        headers = {"authorization": token.encode("latin-1")}
        answer = await portal.http.get("/metrics", headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (401, 401)
        right = {"authorization": f"Bearer {'t' * 20}"}
        assert (await portal.http.get("/metrics", headers=right)).status_code == 200


class TestChanges:
    async def test_feed_of_releases_is_atom_and_names_the_version(self, portal: Portal) -> None:
        answer = await portal.http.get("/openapi/changes.atom")
        feed = ElementTree.fromstring(answer.content)
        atom = "{http://www.w3.org/2005/Atom}"
        assert answer.headers["content-type"].startswith("application/atom+xml")
        titles = [each.findtext(f"{atom}title") for each in feed.iter(f"{atom}entry")]
        assert titles[0] == f"API version {API_VERSION}"
        assert all(each.findtext(f"{atom}content") for each in feed.iter(f"{atom}entry"))


class TestOpenapi:
    async def test_openapi_document_describes_every_call_and_error_code(
        self, portal: Portal
    ) -> None:
        document = (await portal.http.get("/openapi.json")).json()
        assert document["openapi"] == "3.1.0"
        assert document["servers"] == [{"url": portal.resources.settings.public_url}]
        calls = [*registry.entries(Procedure), *registry.entries(Upload)]
        assert set(document["paths"]) == {entry.path for entry in calls}
        assert document["x-codes"]["20203"] == [
            "Merchant does not support this URL",
            "A duplicate download task already exists",
        ]
        assert document["x-codes"]["20039"] == "Company name cannot be longer than 100 characters"
