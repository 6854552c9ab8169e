"""datamodel-code-generator: sign-in, a refusal, find, link_code and transactions, with the models that it wrote."""

import json
import os
import urllib.request
from typing import Any

import models
from pydantic import BaseModel, TypeAdapter

url, brand, day = os.environ["PORTAL_URL"], os.environ["BRAND"], os.environ["DAY"]


def call(path: str, body: type[BaseModel], reply: Any, token: str = "", **parts: Any) -> Any:
    """The reply or refusal, each of its own type; what is sent is checked by the model of the body."""
    content = body.model_validate({"appId": 36, "req": parts})
    request = urllib.request.Request(
        url + path,
        content.model_dump_json(by_alias=True, exclude_unset=True).encode(),
        {"Content-Type": "application/json", "Authorization": f"Bearer {token}"},
    )
    with urllib.request.urlopen(request) as response:
        return TypeAdapter(reply | models.Refusal).validate_json(response.read())


def sign_in(password: str) -> Any:
    attributes = {"account": os.environ["ACCOUNT"], "password": password}
    body, reply = models.AuthSignInPostRequest, models.AuthSignInReply
    return call("/auth/sign_in", body, reply, attributes=attributes)


refused, signed_in = sign_in("not the password"), sign_in(os.environ["PASSWORD"])
assert isinstance(refused, models.Refusal) and isinstance(signed_in, models.AuthSignInReply)
token = signed_in.data.token
brands = call(
    "/brands/find",
    models.BrandsFindPostRequest,
    models.BrandsFindReply,
    token,
    filter={"keyword": brand},
)
assert isinstance(brands, models.BrandsFindReply), brands
link = call(
    "/tools/link_code",
    models.ToolsLinkCodePostRequest,
    models.ToolsLinkCodeReply,
    token,
    attributes={"mcid": brands.data.list_[0].mcid, "target_url": f"https://{brand}.example/"},
)
assert isinstance(link, models.ToolsLinkCodeReply), link
listed = call(
    "/reports/transactions",
    models.ReportsTransactionsPostRequest,
    models.ReportsTransactionsReply,
    token,
    filter={"start_date": day, "end_date": day},
)
assert isinstance(listed, models.ReportsTransactionsReply), listed
print(
    json.dumps(
        {
            "refused": int(refused.code.value),
            "brand": brands.data.list_[0].mcid,
            "link": link.data.tracking_url,
            "orders": [order.order_id for order in listed.data.list_],
        }
    )
)
