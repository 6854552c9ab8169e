"""Every path that takes a file, and every call that takes a file's URL, keeps to whose file it is (trust.md T1)."""

from typing import Any

import pytest

from handlers._registry import registry
from rpc import Code, Member
from rpc.calls.multipart import Upload
from schema.accounts.upload import StoredFile
from tests.architecture.test_tenancy import fingerprint
from tests.support.accounts.sign_up import step_one
from tests.support.accounts.uploads import stored_files
from tests.support.hostile.files import PDF, image, send, send_all
from tests.support.portal import Portal

UPLOADS = list(registry.entries(Upload))
OF_PUBLISHERS = ("/common/upload", "/common/upload_not_logged")
OF_MEMBERS = [pytest.param(each.path, id=each.path) for each in UPLOADS if each.context.who != "G"]
CHANNEL = {
    "name": "Blog", "channel_type": 2, "channel_platform": "WordPress", "promotion_methods": [1],
    "website": "https://blog.example",
}  # fmt: skip


def taking(url: str) -> list[tuple[str, dict[str, Any]]]:
    """Every call that takes the URL of a file."""
    kit = {"file_url": url, "name": "Kit", "size": 1}
    return [
        ("/user/avatar_edit", {"avatar": url}),
        ("/user/media_kit_edit", kit),
        ("/site/save", CHANNEL | {"logo": url}),
        ("/site/save", CHANNEL | {"media_kit": [kit]}),
    ]


OUTSIDE = ("https://elsewhere.example/l.png", "javascript:alert(1)", "data:image/png;base64,AA==", "not a url",
           "//elsewhere.example/l.png", "/files", "x/files/a.png", " ")  # fmt: skip


@pytest.mark.parametrize("url", OUTSIDE)
async def test_a_picture_is_a_file_of_ours(portal: Portal, url: str) -> None:
    alice = await portal.someone()
    for path, attributes in taking(url):
        reply = await portal.refuses(Code.REQUEST_INVALID, path, alice, attributes=attributes)
        assert "is not one of your files" in reply.message


@pytest.mark.parametrize("url", OUTSIDE)
async def test_a_picture_of_somebody_who_joins_is_a_file_of_ours(portal: Portal, url: str) -> None:
    given = step_one(channel={**CHANNEL, "logo": url})
    reply = await portal.refuses(Code.REQUEST_INVALID, "/auth/sign_up", attributes=given)
    assert reply.data["field"] == "attributes.channel.logo"


async def test_a_document_is_no_logo_of_somebody_who_joins(portal: Portal) -> None:
    for body, code in ((PDF, Code.REQUEST_INVALID.number), (image(), 0)):
        file = await send_all(portal, None, body)
        given = step_one(channel={**CHANNEL, "logo": file["url"]}, upload_tickets=[file["ticket"]])
        assert (await portal.post("/auth/sign_up", attributes=given)).code == code


async def test_these_are_the_paths_that_take_a_file() -> None:
    """Another one must be told to the tests of this file."""
    assert {each.path for each in UPLOADS} == {*OF_PUBLISHERS, "/network/orders_file"}
    assert len(OF_MEMBERS) == 2


@pytest.mark.parametrize("path", OF_MEMBERS)
async def test_nobody_comes_in_without_a_token_of_the_right_kind(portal: Portal, path: str) -> None:
    alice, gone, before = await portal.someone(), await portal.someone(), stored_files(portal)
    await portal.ok("/auth/sign_out", gone)
    brand = await portal.brand()
    for token in ("", "nonsense", alice.token[:-1], gone.token, brand.token):
        reply = await send(portal, image(), token, path=path)
        assert reply.code == Code.UNAUTHORIZED.number, reply
    assert stored_files(portal) == before


@pytest.mark.parametrize("path", OF_PUBLISHERS)
async def test_what_one_sends_changes_nothing_of_anothers(portal: Portal, path: str) -> None:
    alice, bob = await portal.someone(), await portal.someone()
    await send_all(portal, alice, PDF)
    before = await fingerprint(portal, alice.uid)
    await send_all(portal, bob, path=path)
    for uid in (alice.uid, str(alice.uid)):
        data = {"appId": 36, "token": bob.token, "publisher_id": uid}
        reply = await send(portal, image(), bob, path=path, data=data)
        assert reply.code == Code.REQUEST_INVALID.number
    assert await fingerprint(portal, alice.uid) == before


@pytest.mark.parametrize("body", [image(), PDF], ids=["image", "document"])
async def test_anothers_file_is_nowhere_taken(portal: Portal, body: bytes) -> None:
    alice, bob = await portal.someone(), await portal.someone()
    url = (await send_all(portal, alice, body))["url"]
    before = [await fingerprint(portal, who.uid) for who in (alice, bob)]
    for path, given in taking(url):
        reply = await portal.refuses(Code.REQUEST_INVALID, path, bob, attributes=given)
        assert "is not one of your files" in reply.message
    assert [await fingerprint(portal, who.uid) for who in (alice, bob)] == before


async def test_unlooked_at_it_would_be(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: without the look at whose file it is, another's is taken."""
    alice, bob = await portal.someone(), await portal.someone()
    url = (await send_all(portal, alice))["url"]

    async def naive(ctx: Member, field: str, url: str) -> StoredFile | None:
        return None

    monkeypatch.setattr("handlers.user.require_own_image", naive)
    await portal.ok("/user/avatar_edit", bob, attributes={"avatar": url})
    assert (await portal.ok("/user/profile", bob))["avatar"] == url
