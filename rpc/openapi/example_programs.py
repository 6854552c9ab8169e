"""Examples of requests, as programs that run as they are printed."""

import json
from typing import Any

from schema.tools.api_reference import ApiExample

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


def programs(url: str, request: dict[str, Any]) -> list[ApiExample]:
    """The same call in three languages. The first is for a shell."""
    body = json.dumps(request)
    return [
        ApiExample("curl", CURL.format(url=url, body=body)),
        ApiExample("python", PYTHON.format(url=url, body=repr(request))),
        ApiExample("javascript", JAVASCRIPT.format(url=url, body=body)),
    ]
