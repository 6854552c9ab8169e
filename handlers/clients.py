"""The clients for integrators, as packages that pip and npm install from here."""

import re
from functools import cache
from hashlib import sha256
from html import escape
from pathlib import Path

import rpc.clients.packages
from rpc import Request, Response, endpoint
from rpc.http.standalone_page import page_response

NAME = re.compile(r"publisher[_-]portal[_-]client-[0-9][0-9a-z.]*(?:-py3-none-any\.whl|\.tgz)")
EXAMPLE = re.compile(r"[a-z_-]+\.(?:py|ts)")
MEDIA_TYPES = {".whl": b"application/zip", ".tgz": b"application/gzip"}
TEXT = b"text/plain; charset=utf-8"
LATEST = "publisher-portal-client.tgz"
"""The npm package whatever its version, for those who do not pin one."""
REQUIRES = ' data-requires-python="&gt;=3.10"'
CACHED = (b"cache-control", b"public, max-age=300")


@endpoint("/clients/{name}", alias="/clients/")
async def name(request: Request) -> Response:
    """Serve a package or an example, or the list of them as pip's --find-links reads it."""
    packages = read_packages(rpc.clients.packages.PACKAGES)
    wanted = request.path_param
    if not wanted:
        return packages_page(packages, request.resources.settings.public_url)
    if wanted == LATEST:
        wanted = next((each for each in packages if each.endswith(".tgz")), wanted)
    if wanted not in packages:
        return Response(404, b"There is no such package: /clients/ lists those there are\n")
    media_type = MEDIA_TYPES.get(Path(wanted).suffix, TEXT)
    return Response(200, packages[wanted], [CACHED], media_type)


def is_served(name: str) -> bool:
    return bool(NAME.fullmatch(name) or EXAMPLE.fullmatch(name))


@cache
def read_packages(folder: Path) -> dict[str, bytes]:
    """The packages and examples by their names, read once."""
    files = sorted(folder.iterdir()) if folder.is_dir() else []
    return {file.name: file.read_bytes() for file in files if is_served(file.name)}


def packages_page(packages: dict[str, bytes], public_url: str) -> Response:
    """The packages with their hashes, and how to install them."""
    if not packages:
        return page_response(404, "Clients", "The clients have not been built on this server.")
    links = [
        f'<a href="/clients/{name}#sha256={sha256(content).hexdigest()}"'
        f"{REQUIRES if name.endswith('.whl') else ''}>{name}</a>"
        for name, content in packages.items()
        if NAME.fullmatch(name)
    ]
    examples = [
        f'<a href="/clients/{name}">{name}</a>' for name in packages if EXAMPLE.fullmatch(name)
    ]
    url = escape(public_url)
    return page_response(
        200,
        "Clients of the API",
        "For Python and TypeScript, with a typed method for each call that an API token can make, under the MIT"
        " licence:",
        "<br>".join(links),
        f"<code>pip install --no-index --find-links {url}/clients/ publisher-portal-client</code>",
        f"<code>npm install {url}/clients/{LATEST}</code>",
        f"Examples: {', '.join(examples)}",
    )
