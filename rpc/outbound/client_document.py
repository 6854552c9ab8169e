"""Reads the document in which an app describes itself, whose address is the app's id."""

import msgspec

from rpc.outbound.http_client import Forbidden, HttpClient, Unreachable
from schema.accounts.agent import DOCUMENT_BYTES_MAX
from schema.accounts.oauth import ClientMetadata

DECODER = msgspec.json.Decoder(ClientMetadata)


class DocumentWrong(Exception):
    """The document cannot be read, or is not about the app whose id is its address."""


async def read_client_document(http_client: HttpClient, url: str) -> ClientMetadata:
    """What an app says of itself. Raises DocumentWrong with the reason, in words for the app's developer."""
    try:
        response = await http_client.request("GET", url, headers={"accept": "application/json"})
    except (Forbidden, Unreachable) as error:
        raise DocumentWrong(f"it cannot be read: {error}") from None
    if response.status_code != 200:
        raise DocumentWrong(f"its server answered with status {response.status_code}")
    if len(response.content) > DOCUMENT_BYTES_MAX:
        raise DocumentWrong(f"it is larger than {DOCUMENT_BYTES_MAX:,} bytes")
    try:
        found = DECODER.decode(response.content)
    except (ValueError, ArithmeticError, RecursionError):
        raise DocumentWrong("it is not JSON with the redirect_uris of an app") from None
    if found.client_id != url:
        raise DocumentWrong("its client_id is not its own address")
    if flaw := found.find_flaw():
        raise DocumentWrong(flaw)
    return found
