"""The mock host answers every call of the registry in its own shape, and refuses what the portal would."""

import httpx2
import msgspec
import pytest

from handlers._registry import registry
from rpc.calls.registry_entry import Procedure
from rpc.openapi.mock import build

PATHS = [entry.path for entry in registry.entries(Procedure)]


async def post(path: str, body: bytes) -> dict[str, object]:
    transport = httpx2.ASGITransport(build(registry))
    async with httpx2.AsyncClient(transport=transport, base_url="http://mock") as http:
        answer: dict[str, object] = (await http.post(path, content=body)).json()
        return answer


@pytest.mark.parametrize("path", PATHS)
async def test_answer_of_the_mock_server_has_the_shape_of_its_call(path: str) -> None:
    procedure = registry.find(path, Procedure)
    attributes = {}
    if not procedure.parameters.keys() & {"attributes", "filter"}:
        reply = await post(path, b'{"appId": 36}')
        assert reply["code"] == 0
        attributes = reply["data"]  # type: ignore[assignment]
        msgspec.convert(attributes, procedure.returns, strict=False)
        return
    reply = await post(path, msgspec.json.encode({"appId": 36, "req": {"attributes": attributes}}))
    if reply["code"] == 0:
        msgspec.convert(reply["data"], procedure.returns, strict=False)
    else:
        assert str(reply["message"])


async def test_mock_server_refuses_invalid_input_as_the_portal_does() -> None:
    reply = await post("/auth/account_check", b'{"appId": 36, "req": {"attributes": {}}}')
    assert (reply["code"], reply["message"]) == (20006, "Username is required")
    assert reply["data"] == {"field": "attributes.username", "rule": "required"}
