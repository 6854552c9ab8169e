"""Uploads: which are kept, which are refused, and who owns them (trust.md T14)."""

import asyncio
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from handlers.common.files import sweep_files
from rpc import Code
from rpc.security.rate_limits import DAY, HOUR, SharedLimit
from schema.accounts.upload import FILE_BYTES_MAX, FILES_MAX, GUEST_BYTES_MAX, SIDE_PIXELS_MAX
from schema.core.envelope import Nothing
from tests.support.accounts.uploads import MIB, folder, stored_files
from tests.support.databases import earlier
from tests.support.hostile import files
from tests.support.hostile.files import LOCATION, PDF, SCRIPT, image, send, send_all
from tests.support.portal import Portal, Someone


async def fetch(portal: Portal, url: str) -> Any:
    return await portal.http.get(url, follow_redirects=False)


class TestUpload:
    @pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
    async def test_uploaded_image_is_stored_without_its_metadata(
        self, portal: Portal, kind: str
    ) -> None:
        alice = await portal.someone()
        body = files.image_with_metadata(kind)
        assert LOCATION.encode() in body

        given = await send_all(portal, alice, body, called="Me at home.png")

        answer = await fetch(portal, given["url"])
        assert given["name"] == "Me at home.png"
        assert answer.headers["content-type"] == f"image/{kind.lower()}"
        assert LOCATION.encode() not in answer.content
        assert len(answer.content) == given["size"]
        assert Image.open(BytesIO(answer.content)).size == (8, 6)

    @pytest.mark.parametrize("name", files.polyglots())
    async def test_uploaded_polyglot_image_keeps_only_its_pixels(
        self, portal: Portal, name: str
    ) -> None:
        alice = await portal.someone()

        given = await send_all(portal, alice, files.polyglots()[name])

        body = (await fetch(portal, given["url"])).content
        assert SCRIPT not in body
        assert b"PK" not in body
        assert b"<?php" not in body

    @pytest.mark.parametrize("name", files.refused_files())
    async def test_uploaded_file_that_is_neither_image_nor_document_is_refused(
        self, portal: Portal, name: str
    ) -> None:
        alice = await portal.someone()
        before = stored_files(portal)

        for called in ("a.png", "a.png.html", "../../a.jpg", "a\x00.png"):
            reply = await send(portal, files.refused_files()[name], alice, called=called)
            assert reply.code == Code.REQUEST_INVALID.number, reply
            assert "`file`" in reply.message

        assert stored_files(portal) == before

    async def test_uploaded_rotated_image_is_turned_upright_and_scaled_down(
        self, portal: Portal
    ) -> None:
        exif = Image.Exif()
        exif[0x0112] = 6
        body = image("JPEG", (3_000, 1_500), exif=exif)

        given = await send_all(portal, await portal.someone(), body)

        image_file = Image.open(BytesIO((await fetch(portal, given["url"])).content))
        assert image_file.size == (SIDE_PIXELS_MAX // 2, SIDE_PIXELS_MAX)

    async def test_uploaded_document_is_stored_unchanged(self, portal: Portal) -> None:
        given = await send_all(portal, await portal.someone(), PDF, called="kit.pdf")

        assert given["url"].endswith(".pdf")
        assert (folder(portal) / given["url"].rpartition("/")[2]).read_bytes() == PDF

    async def test_uploaded_file_one_byte_over_the_limit_is_refused(self, portal: Portal) -> None:
        alice = await portal.someone()
        body = PDF[:-6] + b" " * (FILE_BYTES_MAX - len(PDF)) + PDF[-6:]

        assert (await send(portal, body, alice)).code == 0
        reply = await send(portal, body[:20] + b" " + body[20:], alice)

        assert (reply.code, reply.status) == (Code.TOO_LARGE.number, 413)

    async def test_names_of_uploaded_files_lose_their_folders_and_are_shortened(
        self, portal: Portal
    ) -> None:
        alice = await portal.someone()
        for called, name in {
            "..\\..\\me.png": "me.png",
            "/etc/me.png": "me.png",
            "Kit für Märkte.png": "Kit für Märkte.png",
            "x" * 300 + ".png": "x" * 251 + ".png",
        }.items():
            assert (await send_all(portal, alice, called=called))["name"] == name

    async def test_upload_with_an_invalid_token_is_refused(self, portal: Portal) -> None:
        alice, before = await portal.someone(), stored_files(portal)
        for token in ("", "nonsense", alice.token[:-1], (await portal.brand()).token):
            reply = await send(portal, image(), token)
            assert reply.code == Code.UNAUTHORIZED.number
        assert stored_files(portal) == before

    async def test_upload_accepts_the_token_beside_the_application_id(self, portal: Portal) -> None:
        alice = await portal.someone()
        reply = await send(portal, image(), alice, data={"appId": 36, "token": alice.token})
        assert reply.code == 0

    async def test_number_of_files_per_publisher_is_limited(self, portal: Portal) -> None:
        alice = await portal.someone()
        async with portal.db() as db:
            await db.execute(
                "insert into upload (publisher_id, name, kind, size, touched_at, created_at)"
                " select $1, n::text, 'image', 1, now(), now() from generate_series(1, $2) n",
                alice.uid,
                FILES_MAX - 1,
            )

        replies = await asyncio.gather(*(send(portal, image(), alice) for _ in range(4)))

        assert sorted(reply.code for reply in replies) == [0] + [Code.REQUEST_INVALID.number] * 3
        assert (await send(portal, image(), await portal.someone())).code == 0

    async def test_size_of_files_per_publisher_is_limited(self, portal: Portal) -> None:
        alice = await portal.someone()
        async with portal.db() as db:
            await db.execute(
                "insert into upload (publisher_id, name, kind, size, touched_at, created_at)"
                " values ($1, 'a', 'image', $2, now(), now())",
                alice.uid,
                200 * MIB - 10,
            )
        assert "delete some first" in (await send(portal, image(), alice)).message


class TestUploadNotLogged:
    async def test_guest_upload_returns_a_ticket_and_no_quota(self, portal: Portal) -> None:
        given = await send_all(portal)
        assert given.keys() == {"url", "name", "size", "ticket"}
        assert (await fetch(portal, given["url"])).status_code == 200

    async def test_guest_uploads_per_hour_and_ip_address_are_limited(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        few = SharedLimit("upload_guest_tested", ((2, HOUR),))
        monkeypatch.setattr(
            portal.resources,
            "shared_limits",
            portal.resources.shared_limits._replace(upload_guest=few),
        )

        replies = [await send(portal, image()) for _ in range(3)]

        assert [reply.code for reply in replies] == [0, 0, Code.TOO_MANY_REQUESTS.number]
        assert (replies[2].status, "retry-after" in replies[2].headers) == (429, True)

    async def test_guest_upload_bytes_per_day_and_ip_address_are_limited(
        self, portal: Portal, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        size = len(PDF)
        little = SharedLimit("guest_bytes_tested", ((2 * size, DAY),))
        lifted = portal.resources.shared_limits
        monkeypatch.setattr(
            portal.resources, "shared_limits", lifted._replace(upload_guest_bytes=little)
        )

        replies = [await send(portal, PDF) for _ in range(3)]

        assert [reply.code for reply in replies] == [0, 0, Code.TOO_MANY_REQUESTS.number]
        assert replies[2].message.startswith("Too much has been uploaded from your network today")
        async with portal.db() as db:
            now = portal.resources.clock.now()
            assert await little.try_spend(db, "198.51.100.7", now, amount=size) is None

    async def test_full_upload_quota_of_all_guests_has_its_own_message(
        self, portal: Portal
    ) -> None:
        async with portal.db() as db:
            await db.execute(
                "insert into upload (publisher_id, name, kind, size, ticket_hash, touched_at, created_at)"
                " values (0, 'large', 'image', $1, $2, now(), now())",
                GUEST_BYTES_MAX,
                b"large",
            )
        reply = await send(portal, image())
        async with portal.db() as db:
            await db.execute("delete from upload where name = 'large'")
        assert reply.code == Code.UNAVAILABLE.number
        assert "Your files" not in reply.message
        assert reply.message.startswith("Too many people are signing up")


class TestSweepFiles:
    async def sweep(self, portal: Portal) -> None:
        async with portal.db() as db:
            await sweep_files.later(db, Nothing())
        await portal.work()

    async def age(self, portal: Portal, url: str) -> None:
        async with portal.db() as db:
            await db.execute(
                f"update upload set {earlier('touched_at', '25 hours')} where name = $1",
                url.rpartition("/")[2],
            )

    async def send_logos(self, portal: Portal, who: Someone) -> tuple[str, str, str]:
        """The URLs of a logo in use, of a new file, and of an old unused one."""
        logo, new, old = [(await send_all(portal, who))["url"] for _ in range(3)]
        [site] = (await portal.ok("/site/list", who))["list"]
        unchanged = (
            "name",
            "channel_type",
            "channel_platform",
            "promotion_methods",
            "website",
            "id",
        )
        draft = {name: site[name] for name in unchanged}
        await portal.ok("/site/save", who, attributes={**draft, "logo": logo})
        return logo, new, old

    async def test_uploaded_file_unused_for_a_day_is_deleted(self, portal: Portal) -> None:
        logo, new, old = await self.send_logos(portal, await portal.someone())
        for url in (logo, old):
            await self.age(portal, url)

        await self.sweep(portal)

        statuses = [(await fetch(portal, url)).status_code for url in (logo, new, old)]
        assert statuses == [200, 200, 404]

    async def test_unused_file_of_a_guest_is_deleted_after_an_hour(self, portal: Portal) -> None:
        alice = await portal.someone()
        old, new = [(await send_all(portal))["url"] for _ in range(2)]
        own = (await send_all(portal, alice))["url"]
        async with portal.db() as db:
            await db.execute(
                f"update upload set {earlier('touched_at', '61 minutes')} where name = any($1)",
                [url.rpartition("/")[2] for url in (old, own)],
            )

        await self.sweep(portal)

        statuses = [(await fetch(portal, url)).status_code for url in (old, new, own)]
        assert statuses == [404, 200, 200]
