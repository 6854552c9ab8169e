"""Which files of the clients are written from the registry."""

from rpc.calls.registry import Registry
from rpc.clients import python, typescript
from rpc.clients.model import calls


def generated_files(registry: Registry) -> dict[str, str]:
    """The text of each, by its place below `schema/clients`."""
    known = calls(registry)
    return {
        "python/src/publisher_portal_client/models.py": python.models(known),
        "python/src/publisher_portal_client/calls.py": python.client(known),
        "typescript/src/models.ts": typescript.models(known),
        "typescript/src/calls.ts": typescript.client(known),
    }
