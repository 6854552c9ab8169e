"""Which files of the clients are written from the registry."""

from rpc.calls.registry import Registry
from rpc.clients import python, typescript
from rpc.clients.model import calls


def generated_files(registry: Registry) -> dict[str, str]:
    """The text of each generated file, by its path below `schema/clients`."""
    api_calls = calls(registry)
    return {
        "python/src/publisher_portal_client/models.py": python.models(api_calls),
        "python/src/publisher_portal_client/calls.py": python.client(api_calls),
        "python/src/publisher_portal_client/async_calls.py": python.client(api_calls, waits=True),
        "python/src/publisher_portal_client/refusals.py": python.refusals(api_calls),
        "typescript/src/models.ts": typescript.models(api_calls),
        "typescript/src/calls.ts": typescript.client(api_calls),
        "typescript/src/refusals.ts": typescript.refusals(api_calls),
    }
