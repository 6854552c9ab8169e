"""Every path that takes a file, and every call that takes a file's URL, checks its owner (trust.md T1)."""

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
OF_PUBLISHERS = ("/common/upload", "/common/upload_not_logged", "/reports/books_file")
TABLE = b"order,amount\n1,2\n"
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


def accepted_body(path: str) -> bytes:
    """A file that the path accepts."""
    return image() if path.startswith("/common/") else TABLE


OUTSIDE = ("https://elsewhere.example/l.png", "javascript:alert(1)", "data:image/png;base64,AA==", "not a url",
           "//elsewhere.example/l.png", "/files", "x/files/a.png", " ")  # fmt: skip


@pytest.mark.parametrize("url", OUTSIDE)
async def test_picture_outside_the_portal_is_refused(portal: Portal, url: str) -> None:
    alice = await portal.someone()
    for path, attributes in taking(url):
        reply = await portal.refuses(Code.REQUEST_INVALID, path, alice, attributes=attributes)
        assert "is not one of your files" in reply.message


@pytest.mark.parametrize("url", OUTSIDE)
async def test_sign_up_logo_outside_the_portal_is_refused(portal: Portal, url: str) -> None:
    given = step_one(channel={**CHANNEL, "logo": url})
    reply = await portal.refuses(Code.REQUEST_INVALID, "/auth/sign_up", attributes=given)
    assert reply.data["field"] == "attributes.channel.logo"


async def test_sign_up_logo_that_is_a_document_is_refused(portal: Portal) -> None:
    for body, code in ((PDF, Code.REQUEST_INVALID.number), (image(), 0)):
        file = await send_all(portal, None, body)
        given = step_one(channel={**CHANNEL, "logo": file["url"]}, upload_tickets=[file["ticket"]])
        assert (await portal.post("/auth/sign_up", attributes=given)).code == code


async def test_every_call_that_takes_an_uploaded_file_is_tested() -> None:
    """A new one must be added to the tests of this file."""
    assert {each.path for each in UPLOADS} == {*OF_PUBLISHERS, "/network/orders_file"}
    assert len(OF_MEMBERS) == 3


@pytest.mark.parametrize("path", OF_MEMBERS)
async def test_upload_with_a_missing_invalid_or_foreign_kind_of_token_is_refused(
    portal: Portal, path: str
) -> None:
    alice, gone, before = await portal.someone(), await portal.someone(), stored_files(portal)
    await portal.ok("/auth/sign_out", gone)
    brand = await portal.brand()
    for token in ("", "nonsense", alice.token[:-1], gone.token, brand.token):
        reply = await send(portal, accepted_body(path), token, path=path)
        assert reply.code == Code.UNAUTHORIZED.number, reply
    assert stored_files(portal) == before


@pytest.mark.parametrize("path", OF_PUBLISHERS)
async def test_upload_leaves_other_publishers_unchanged(portal: Portal, path: str) -> None:
    alice, bob = await portal.someone(), await portal.someone()
    await send_all(portal, alice, PDF)
    before = await fingerprint(portal, alice.uid)
    await send_all(portal, bob, accepted_body(path), path=path)
    for uid in (alice.uid, str(alice.uid)):
        data = {"appId": 36, "token": bob.token, "publisher_id": uid}
        reply = await send(portal, accepted_body(path), bob, path=path, data=data)
        assert reply.code == Code.REQUEST_INVALID.number
    assert await fingerprint(portal, alice.uid) == before


@pytest.mark.parametrize("body", [image(), PDF], ids=["image", "document"])
async def test_file_of_another_publisher_is_refused_everywhere(portal: Portal, body: bytes) -> None:
    alice, bob = await portal.someone(), await portal.someone()
    url = (await send_all(portal, alice, body))["url"]
    before = [await fingerprint(portal, who.uid) for who in (alice, bob)]
    for path, given in taking(url):
        reply = await portal.refuses(Code.REQUEST_INVALID, path, bob, attributes=given)
        assert "is not one of your files" in reply.message
    assert [await fingerprint(portal, who.uid) for who in (alice, bob)] == before


async def test_another_publishers_file_would_be_accepted_without_the_ownership_check(
    portal: Portal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The control: without the check of its owner, a foreign file is accepted."""
    alice, bob = await portal.someone(), await portal.someone()
    url = (await send_all(portal, alice))["url"]

    async def naive(ctx: Member, field: str, url: str) -> StoredFile | None:
        return None

    monkeypatch.setattr("handlers.user.profile.require_own_image", naive)
    await portal.ok("/user/avatar_edit", bob, attributes={"avatar": url})
    assert (await portal.ok("/user/profile", bob))["avatar"] == url
