"""The calls as the OpenAPI document and the pages about the API describe them, with example requests."""

import json
from typing import Any

from rpc.calls.registry import registry
from rpc.openapi.document import openapi_document

SHOP = "https://www.loomfield.example/"
DAYS = {"start_date": "2026-11-01", "end_date": "2026-11-30"}
DRAFT = {
    "event_type": 1,
    "delivery_type": 1,
    "link_url": "https://tracker.example/postback",
    "parameters": {"order": "{order_id}", "amount": "{sale_amount}"},
}
REQUESTS: dict[str, dict[str, Any]] = {
    "/auth/sign_in": {"attributes": {"account": "maya@example.com", "password": "your password"}},
    "/postback/del": {"attributes": {"id": 1}},
    "/postback/do_info": {"attributes": DRAFT},
    "/postback/do_test": {"attributes": {"id": 1}},
    "/postback/redeliver": {"attributes": {"ids": ["0b7c1f6e-6d3f-4f0e-9a53-5b0f3f1f7c21"]}},
    "/postback/secret": {"attributes": {"id": 1, "password": "your password"}},
    "/postback/set_state": {"attributes": {"id": 1, "state": "paused"}},
    "/postback/test_info": {"attributes": {"draft": DRAFT}},
    "/reports/export": {
        "attributes": {"report": "transactions", "format": "csv", "filter": DAYS},
    },
    "/reports/view_save": {
        "attributes": {
            "report": "performance",
            "name": "By brand",
            "filter": {"group_by": ["brand"]},
            "days": "last_30",
        },
    },
    "/reports/view_del": {"attributes": {"id": 1}},
    "/payments/invoice": {"attributes": {"payment_id": 1}},
    "/payments/settlement_orders": {"filter": {"settlement_id": 1}},
    "/payments/statement": {"attributes": {"period": "2026-10"}},
    "/brands/find": {"filter": {"keyword": "shoes", "status": 2}, "page": {"perPage": 20}},
    "/brands/facets": {"filter": {"offer_type": "CPS"}},
    "/brands/info": {"attributes": {"mcid": "loomfield"}},
    "/brands/compare": {"attributes": {"mcids": ["loomfield", "pennant-audio"]}},
    "/brands/terms_changes": {"attributes": {"mcid": "loomfield"}},
    "/reports/books_info": {"attributes": {"id": 1}},
    "/reports/books_rows": {"filter": {"id": 1}, "page": {"perPage": 100}},
    "/reports/why": {"attributes": {"oid": 1}},
    "/reports/performance": {"filter": {**DAYS, "group_by": ["date", "brand"]}},
    "/reports/transactions": {"filter": {**DAYS, "status": "approved"}, "page": {"perPage": 100}},
    "/reports/transaction": {"attributes": {"oid": 1}},
    "/reports/clicks": {"filter": DAYS, "page": {"perPage": 100}},
    "/sandbox/advance": {"attributes": {"path": "approve"}},
    "/site/info": {"attributes": {"id": 1}},
    "/agents/request_info": {"attributes": {"id": 1}},
    "/agents/request_decide": {"attributes": {"id": 1, "approve": True}},
    "/tools/broken_check": {"attributes": {"ids": [1]}},
    "/tools/broken_fix": {"attributes": {"ids": [1]}},
    "/tools/broken_ignore": {"attributes": {"ids": [1]}},
    "/tools/link_bulk": {
        "attributes": {
            "items": [
                {"mcid": "loomfield", "target_url": f"{SHOP}lamps"},
                {"mcid": "loomfield", "target_url": f"{SHOP}chairs"},
            ]
        }
    },
    "/tools/link_bulk_preview": {
        "attributes": {
            "items": [
                {"target_url": f"{SHOP}lamps", "uid1": "newsletter"},
                {"target_url": f"{SHOP}chairs"},
            ]
        }
    },
    "/tools/link_del": {"attributes": {"link_id": 1}},
    "/tools/link_edit": {"attributes": {"link_id": 1, "note": "Summer newsletter"}},
    "/tools/link_note": {"attributes": {"link_id": 1, "note": "Summer newsletter"}},
    "/tools/link_preview": {"attributes": {"mcid": "loomfield", "target_url": f"{SHOP}lamps"}},
    "/tools/link_code": {
        "attributes": {
            "mcid": "loomfield",
            "target_url": f"{SHOP}lamps",
            "uid1": "newsletter",
        }
    },
}


def find_requests(public_url: str, *, demo: bool) -> dict[str, Any]:
    """The example requests by path. In the demonstration, links lead to its own shop, so that the examples work."""
    if not demo:
        return REQUESTS
    shop = f"{public_url}/demo/shop/loomfield?page="
    found: dict[str, Any] = json.loads(json.dumps(REQUESTS).replace(SHOP, shop))
    return found


def describe_calls(public_url: str = "", *, demo: bool = False) -> dict[str, Any]:
    """The OpenAPI document of this portal, with an example of what each call takes."""
    return openapi_document(registry, public_url, find_requests(public_url, demo=demo))
