"""A real S3 server: moto's, in a process of its own."""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import boto3

from tests.support.demo import free_port
from tests.support.timing import wait_for_server

KEY, SECRET, BUCKET = "an-id", "a/secret+key", "portal-files"


@asynccontextmanager
async def run_s3() -> AsyncIterator[str]:
    """Its address; it has one bucket."""
    port = free_port()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)),
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        await wait_for_server(f"{url}/moto-api/")
        await asyncio.to_thread(make_bucket, url)
        yield url
    finally:
        process.terminate()
        await process.wait()


def make_bucket(url: str, name: str = BUCKET) -> None:
    login = {"aws_access_key_id": KEY, "aws_secret_access_key": SECRET, "region_name": "us-east-1"}
    boto3.client("s3", endpoint_url=url, **login).create_bucket(Bucket=name)


def bucket_url(url: str, bucket: str = BUCKET) -> str:
    """The setting that names a bucket."""
    secret = SECRET.replace("/", "%2F").replace("+", "%2B")
    return f"s3://{KEY}:{secret}@{bucket}/up/loads?endpoint={url}&region=us-east-1"
