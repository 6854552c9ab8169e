"""Signatures, verified by the published library of Standard Webhooks, and the examples of the guide."""

import json
import re
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from standardwebhooks import Webhook, WebhookVerificationError

from schema.core.event import EventType
from schema.orders.order import ItemStatus
from schema.postbacks.macro import expand_url
from schema.postbacks.postback import DeliveryType, Destination
from schema.postbacks.postback_types import TEMPLATES, sample_event
from schema.postbacks.retry_schedule import DELAYS, next_attempt_at
from schema.postbacks.signature import make_secret
from tests.support.orders.orders import deal
from tests.support.portal import PASSWORD, Portal
from tests.support.postbacks.receiver import Receiver, save

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "rpc/openapi/guides/4-postbacks.md"
NODE = ROOT / ".venv/node/bin/node"
URL = "https://you.example/in?design=1&id={event_id}&at={event_time}&sign={signature}&order={order_id}"

SIGNED = [
    Destination(delivery_type=DeliveryType.GET, link_url=URL),
    *(
        Destination(
            delivery_type=each.delivery_type, link_url=each.link_url, parameters=each.parameters
        )
        for each in TEMPLATES
        if "{signature}" in each.parameters.values()
    ),
]
"""The guide's own address, and the templates that carry a signature."""


def event(**values: Any) -> dict[str, Any]:
    return {**sample_event(EventType.ORDER_CREATED), **values}


class TestStandardWebhooks:
    @pytest.mark.parametrize("kind", [DeliveryType.POST_JSON, DeliveryType.POST_FORM])
    def test_postback_signature_verifies_only_with_a_current_secret(
        self, kind: DeliveryType
    ) -> None:
        new, old, now = make_secret(), make_secret(), datetime.now(UTC)
        to = Destination(delivery_type=kind, link_url="https://you.example/")
        request = to.build_request(event(), [new, old], now)
        body = request.body or ""
        is_json = kind is DeliveryType.POST_JSON
        for secret in (new, old):
            read = Webhook(secret).verify(body, request.headers, json_parse=is_json)
            assert (read is not None) == is_json
        for changed in (
            (body + " ", request.headers),
            (body, {**request.headers, "webhook-id": "x"}),
            (body, {**request.headers, "webhook-timestamp": str(int(now.timestamp()) - 1)}),
        ):
            with pytest.raises(WebhookVerificationError):
                Webhook(new).verify(*changed, json_parse=is_json)
        with pytest.raises(WebhookVerificationError):
            Webhook(make_secret()).verify(body, request.headers, json_parse=is_json)

    def test_python_example_of_the_postback_guide_verifies_a_form(self) -> None:
        secret = make_secret()
        form = {"order": "{order_id}", "brand": "{brand_name}"}
        to = Destination(
            delivery_type=DeliveryType.POST_FORM, link_url="https://you.example/", parameters=form
        )
        sent = to.build_request(event(order_id="a&b=c %"), [secret], datetime.now(UTC))
        [code] = [
            each
            for each in re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.S)
            if "json_parse" in each
        ]
        names: dict[str, Any] = {"secret": secret, "body": sent.body, "headers": sent.headers}
        exec(code, names)
        assert names["values"] == {"order": ["a&b=c %"], "brand": ["Acme & Sons"]}


class TestOverHttp:
    async def test_postback_verifies_with_the_standard_webhooks_library_before_and_after_a_secret_rotation(
        self, portal: Portal, receiver: Receiver, sending: None
    ) -> None:
        it = await deal(portal)
        saved = await save(portal, it.who, receiver.url, delivery_type=2)
        given = {"id": saved["id"], "password": PASSWORD}
        first = (await portal.ok("/postback/secret", it.who, attributes=given))["secret"]
        await it.report(it.order())
        [request] = await receiver.wait_for(1)
        assert Webhook(first).verify(request.body, request.headers)["event_name"] == "order.created"
        rotate = {**given, "rotate": True}
        second = (await portal.ok("/postback/secret", it.who, attributes=rotate))["secret"]
        await it.report(it.order())
        [_, request] = await receiver.wait_for(2)
        for secret in (first, second):
            assert Webhook(secret).verify(request.body, request.headers)
        async with portal.db() as db:
            await db.execute(
                "update postback set old_secret_until = created_at where publisher_id = $1",
                it.who.uid,
            )
        await it.report(it.order())
        [*_, request] = await receiver.wait_for(3)
        assert Webhook(second).verify(request.body, request.headers)
        with pytest.raises(WebhookVerificationError):
            Webhook(first).verify(request.body, request.headers)


class TestExamples:
    @pytest.mark.parametrize("to", SIGNED)
    def test_python_example_of_the_postback_guide_verifies_signatures(
        self, to: Destination
    ) -> None:
        code = re.findall(r"```python\n(.*?)```", GUIDE.read_text(), re.S)[-1]
        names: dict[str, Any] = {}
        exec(code, names)
        new, old = make_secret(), make_secret()
        sent = to.build_request(event(order_id="a&b=c %"), [new, old], datetime.now(UTC)).url
        assert names["is_genuine"](sent, new)
        assert names["is_genuine"](sent, old)
        assert not names["is_genuine"](sent, make_secret())
        assert not names["is_genuine"](sent.replace("order=a", "order=b"), new)

    @pytest.mark.parametrize("to", SIGNED)
    def test_javascript_example_of_the_postback_guide_verifies_signatures(
        self, to: Destination, tmp_path: Path
    ) -> None:
        [code] = re.findall(r"```javascript\n(.*?)```", GUIDE.read_text(), re.S)
        new, old = make_secret(), make_secret()
        sent = to.build_request(event(order_id="a&b=c %"), [new, old], datetime.now(UTC)).url
        asked = [
            (sent, new),
            (sent, old),
            (sent, make_secret()),
            (sent.replace("order=a", "order=b"), new),
        ]
        print_all = (
            f"console.log(JSON.stringify({json.dumps(asked)}.map((each) => isGenuine(...each))));"
        )
        (tmp_path / "example.mjs").write_text(f"{code}\n{print_all}\n")
        out = subprocess.check_output([NODE, tmp_path / "example.mjs"], text=True)
        assert json.loads(out) == [True, True, False, False]


class TestMacros:
    @settings(max_examples=5_000, deadline=None)
    @given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=40))
    def test_macro_value_is_encoded_exactly_and_cannot_change_the_host(self, value: str) -> None:
        url = expand_url("https://you.example/in?a={uid1}&b=1", {"uid1": value})
        parts = urlsplit(url)
        assert parts.netloc == "you.example"
        assert parse_qs(parts.query, keep_blank_values=True) == {"a": [value], "b": ["1"]}


def test_keitaro_template_says_what_each_status_means() -> None:
    [keitaro] = [each for each in TEMPLATES if each.name == "Keitaro"]
    meanings = [keitaro.parameters[f"{name}_status"] for name in ("lead", "sale", "rejected")]
    assert meanings == [str(ItemStatus.PENDING), str(ItemStatus.APPROVED), str(ItemStatus.REJECTED)]


def test_postback_retry_delays_are_within_ten_percent_of_the_contract() -> None:
    now = datetime.now(UTC)
    for made in range(1, 10):
        at = next_attempt_at(made, now)
        assert at is not None
        assert DELAYS[made] * 0.9 <= at - now <= DELAYS[made] * 1.1
    assert next_attempt_at(10, now) is None
    late = next_attempt_at(1, now, timedelta(days=3))
    assert late == now + timedelta(hours=24)
