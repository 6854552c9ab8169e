"""The pages about the API, made from the registry, so that a page cannot differ from its call."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from rpc.calls.registry import Registry
from rpc.calls.registry_entry import Procedure
from rpc.openapi.field_types import describe_fields
from rpc.openapi.refusals import refusal_numbers
from rpc.openapi.releases import changelog
from schema.accounts.api_reference import ApiCode, ApiExample, ApiItem, ApiParams, ApiType
from schema.accounts.api_token import SCOPES
from schema.core.envelope import APP_ID, Nothing
from schema.core.field_errors import message_catalogue

GUIDES = Path(__file__).parent / "guides"
"""The files of guides: each begins with its title, and the order is that of the file names."""
PYTHON = """\
import json, os, urllib.request

request = urllib.request.Request(
    "{url}",
    data=json.dumps({body}).encode(),
    headers={{
        "Authorization": "Bearer " + os.environ["PORTAL_TOKEN"],
        "Content-Type": "application/json",
    }},
)
with urllib.request.urlopen(request) as response:
    answer = json.load(response)
if answer["code"]:
    raise SystemExit(answer["message"])
print(json.dumps(answer["data"], indent=2))
"""
JAVASCRIPT = """\
const response = await fetch("{url}", {{
  method: "POST",
  headers: {{
    Authorization: `Bearer ${{process.env.PORTAL_TOKEN}}`,
    "Content-Type": "application/json",
  }},
  body: JSON.stringify({body}),
}});
const answer = await response.json();
if (answer.code) throw new Error(answer.message);
console.log(JSON.stringify(answer.data, null, 2));
"""
CURL = """\
curl -sS {url} \\
  -H "Authorization: Bearer $PORTAL_TOKEN" \\
  -H "Content-Type: application/json" \\
  -d '{body}'
"""


def api_items(registry: Registry, public_url: str, requests: Mapping[str, Any]) -> list[ApiItem]:
    """Every page as the menu lists them: the guides, then the calls by path. `requests`: an example for each path."""
    calls = [entry for entry in registry.entries(Procedure) if entry.permission in SCOPES]
    texts = [
        file.read_text().replace("{portal}", public_url) for file in sorted(GUIDES.glob("*.md"))
    ]
    names = [file.stem.partition("-")[2] for file in sorted(GUIDES.glob("*.md"))]
    items: list[ApiItem] = []
    for name, text in zip(names, texts, strict=True):
        title, _, rest = text.partition("\n")
        params = ApiParams(text=rest.strip())
        items.append(
            item(len(items), title.removeprefix("# "), f"guides/{name}", ApiType.GUIDE, params)
        )
    changes = ApiParams(text=changelog().replace("{portal}", public_url))
    items.append(item(len(items), "API changelog", "guides/changes", ApiType.GUIDE, changes))
    for entry in calls:
        params = call_params(entry, public_url, requests.get(entry.path, {}))
        items.append(item(len(items), entry.path, f"calls{entry.path}", ApiType.CALL, params))
    return items


def item(position: int, name: str, front_path: str, type: ApiType, params: ApiParams) -> ApiItem:
    """A page of the menu; its number follows from the path, as the UUID does, so that a bookmark survives new pages."""
    uuid = uuid5(NAMESPACE_URL, front_path)
    return ApiItem(
        id=uuid.int % 1_000_000_007 + 1,
        app_uuid=str(uuid),
        name=name,
        front_path=front_path,
        is_hidden=0,
        sort=position + 1,
        params=params,
        type=type,
        summary=first_sentence(params.summary) if params.summary else None,
    )


def first_sentence(summary: str) -> str:
    """What a call does, in a line without its full stop."""
    return summary.partition(". ")[0].removesuffix(".")


def call_params(entry: Procedure, public_url: str, req: dict[str, Any]) -> ApiParams:
    request = {"appId": APP_ID, "req": req}
    messages = message_catalogue()
    return ApiParams(
        summary=summary_of(entry),
        scope=entry.permission,
        parameters=[
            field
            for name, kind in entry.parameters.items()
            if kind is not Nothing
            for field in describe_fields(kind, name)
        ],
        answer=describe_fields(entry.returns, "data"),
        codes=[
            ApiCode(number, message_of(messages[str(number)])) for number in refusal_numbers(entry)
        ],
        body=json.dumps(request, indent=2),
        examples=programs(f"{public_url}{entry.path}", request),
    )


def summary_of(entry: Procedure) -> str:
    """What a call does and, if it is going to end, when and what to call in its place."""
    if entry.deprecated is None:
        return entry.summary
    end = f"Ends on {entry.deprecated.sunset}: call {entry.deprecated.instead} in its place."
    return f"{entry.summary} {end}"


def message_of(message: str | list[str]) -> str:
    return message if isinstance(message, str) else " / ".join(message)


def programs(url: str, request: dict[str, Any]) -> list[ApiExample]:
    """The same call as a program in three languages, the first for a shell."""
    body = json.dumps(request)
    return [
        ApiExample("curl", CURL.format(url=url, body=body)),
        ApiExample("python", PYTHON.format(url=url, body=repr(request))),
        ApiExample("javascript", JAVASCRIPT.format(url=url, body=body)),
    ]
