"""Puts files into buckets of publishers by the S3 protocol, through the guarded client.

Requests are signed with the key of the bucket's owner (AWS Signature Version 4), never with one of this server.
"""

import asyncio
import hmac
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from typing import IO
from urllib.parse import quote, urlencode, urlsplit

import httpx2

from rpc.outbound.http_client import Forbidden, HttpClient, Unreachable
from schema.exports.delivery_failure import DeliveryFailed, Failure
from schema.exports.schedule import Target

PART_SIZE = 8 * 1024 * 1024
"""A file that is larger is put in parts of this size; S3 asks for 5 MiB at least."""
PART_SECONDS = 60.0
"""How long a request may take: a part needs 140 kB a second."""
ALGORITHM = "AWS4-HMAC-SHA256"
UPLOAD_ID = re.compile(r"<UploadId>([^<]{1,1024})</UploadId>")
ERROR_CODE = re.compile(r"<Code>([A-Za-z0-9.]{1,64})</Code>")
TRANSIENT = frozenset({"RequestTimeTooSkewed", "SlowDown"})
NO_LOGIN = frozenset({"InvalidAccessKeyId", "SignatureDoesNotMatch", "InvalidToken"})
NO_BUCKET = frozenset(
    {
        "NoSuchBucket",
        "PermanentRedirect",
        "InvalidBucketName",
        "AuthorizationHeaderMalformed",
        "IllegalLocationConstraintException",
    }
)
"""Codes of a bucket that is not there, or in another region than the one that was signed."""
FULL = frozenset({"QuotaExceeded", "XMinioStorageFull", "EntityTooLarge"})


class S3Client:
    """One bucket, with the key of its owner."""

    def __init__(self, http_client: HttpClient, target: Target, secret: str) -> None:
        self._http_client = http_client
        self._target = target
        self._secret = secret

    async def put_file(self, name: str, file: IO[bytes]) -> None:
        """Put a file of any size; it becomes visible whole or not at all. Raises DeliveryFailed."""
        parts = read_parts(file)
        first = await asyncio.to_thread(next, parts, b"")
        if len(first) < PART_SIZE:
            await self._call("PUT", name, body=first)
            return
        begun = await self._call("POST", name, {"uploads": ""})
        found = UPLOAD_ID.search(begun.text)
        if found is None:
            raise DeliveryFailed(Failure.SERVER, "it began no upload")
        upload = {"uploadId": found[1]}
        try:
            tags = [await self._put_part(name, upload, 1, first)]
            while part := await asyncio.to_thread(next, parts, b""):
                tags.append(await self._put_part(name, upload, len(tags) + 1, part))
            done = await self._call("POST", name, upload, parts_document(tags))
            if (
                "<Error>" in done.text
            ):  # with status 200, because the server began to answer before it knew
                raise failure_of(done)
        except BaseException:
            await self._abort(name, upload)
            raise

    async def _put_part(self, name: str, upload: dict[str, str], number: int, body: bytes) -> str:
        """Put a part; returns its tag."""
        done = await self._call("PUT", name, {"partNumber": str(number), **upload}, body)
        return str(done.headers.get("etag", ""))

    async def _abort(self, name: str, upload: dict[str, str]) -> None:
        """Remove the parts of an upload that failed, as far as the server answers."""
        try:
            await asyncio.shield(self._call("DELETE", name, upload))
        except DeliveryFailed:
            return

    async def _call(
        self, method: str, name: str, query: dict[str, str] | None = None, body: bytes = b""
    ) -> httpx2.Response:
        """The response to a signed request, if it is one of success."""
        target = self._target
        path = f"{urlsplit(target.url).path}/{target.bucket}/{quote(target.path_of(name))}"
        host = urlsplit(target.url).netloc
        text = urlencode(sorted((query or {}).items()), quote_via=quote)
        headers = sign(
            method, host, path, text, body,
            region=str(target.region), key=str(target.access_key), secret=self._secret,
            now=datetime.now(UTC),
        )  # fmt: skip
        url = f"{urlsplit(target.url).scheme}://{host}{path}" + (f"?{text}" if text else "")
        try:
            response = await self._http_client.request(
                method, url, headers=headers, body=body, deadline=PART_SECONDS
            )
        except Forbidden:
            raise DeliveryFailed(Failure.FORBIDDEN) from None
        except Unreachable as error:
            raise DeliveryFailed(Failure.UNREACHABLE, str(error)) from None
        if response.status_code >= 300:
            raise failure_of(response)
        return response


def read_parts(file: IO[bytes]) -> Iterator[bytes]:
    file.seek(0)
    return iter(lambda: file.read(PART_SIZE), b"")


def parts_document(tags: list[str]) -> bytes:
    """The list of parts that completes an upload."""
    parts = "".join(
        f"<Part><PartNumber>{number}</PartNumber><ETag>{escape(tag)}</ETag></Part>"
        for number, tag in enumerate(tags, start=1)
    )
    return f"<CompleteMultipartUpload>{parts}</CompleteMultipartUpload>".encode()


def escape(tag: str) -> str:
    return tag.replace("&", "&amp;").replace("<", "&lt;")


def failure_of(response: httpx2.Response) -> DeliveryFailed:
    """What a refused request means; the server's own text is not shown, only its code."""
    status = response.status_code
    found = ERROR_CODE.search(response.text)
    code = found[1] if found else f"status {status}"
    if code in TRANSIENT:
        return DeliveryFailed(Failure.SERVER, code)
    if code in NO_LOGIN or status == 401:
        return DeliveryFailed(Failure.LOGIN, code)
    if code in NO_BUCKET or status in range(300, 400):
        return DeliveryFailed(Failure.NO_BUCKET, code)
    if code in FULL or status == 507:
        return DeliveryFailed(Failure.FULL, code)
    if status == 403:
        return DeliveryFailed(Failure.WRITE, code)
    if status == 404:
        return DeliveryFailed(Failure.NO_BUCKET, code)
    return DeliveryFailed(Failure.SERVER, code)


def sign(
    method: str,
    host: str,
    path: str,
    query: str,
    body: bytes,
    *,
    region: str,
    key: str,
    secret: str,
    now: datetime,
) -> dict[str, str]:
    """The headers of a request, signed; path and query are encoded as they are sent."""
    digest = sha256(body).hexdigest()
    at = f"{now:%Y%m%dT%H%M%SZ}"
    headers = {"host": host, "x-amz-content-sha256": digest, "x-amz-date": at}
    names = ";".join(headers)
    lines = "".join(f"{name}:{value}\n" for name, value in headers.items())
    request = "\n".join((method, path, query, lines, names, digest))
    scope = f"{at[:8]}/{region}/s3/aws4_request"
    text = "\n".join((ALGORITHM, at, scope, sha256(request.encode()).hexdigest()))
    signing_key = f"AWS4{secret}".encode()
    for word in scope.split("/"):
        signing_key = hmac.digest(signing_key, word.encode(), "sha256")
    signature = hmac.digest(signing_key, text.encode(), "sha256").hex()
    authorization = (
        f"{ALGORITHM} Credential={key}/{scope}, SignedHeaders={names}, Signature={signature}"
    )
    return {**headers, "authorization": authorization}
