"""What the pages about the API send beside the token, where a call needs something."""

from typing import Any

DAYS = {"start_date": "2026-11-01", "end_date": "2026-11-30"}
REQUESTS: dict[str, dict[str, Any]] = {
    "/postback/del": {"attributes": {"id": 1}},
    "/postback/do_info": {
        "attributes": {
            "event_type": 1,
            "delivery_type": 1,
            "link_url": "https://tracker.example/postback",
            "parameters": {"order": "{order_id}", "amount": "{sale_amount}"},
        }
    },
    "/postback/secret": {"attributes": {"id": 1, "password": "your password"}},
    "/postback/set_state": {"attributes": {"id": 1, "state": "paused"}},
    "/reports/export": {
        "attributes": {"report": "transactions", "format": "csv", "filter": DAYS},
    },
    "/reports/view_save": {
        "attributes": {
            "report": "performance",
            "name": "By brand",
            "filter": {"group_by": ["brand"]},
        },
    },
    "/reports/view_del": {"attributes": {"id": 1}},
    "/payments/invoice": {"attributes": {"payment_id": 1}},
    "/payments/settlement_orders": {"filter": {"settlement_id": 1}},
    "/payments/statement": {"attributes": {"period": "2026-10"}},
    "/brands/find": {"filter": {"keyword": "shoes", "status": 2}, "page": {"perPage": 20}},
    "/brands/facets": {"filter": {"offer_type": "CPS"}},
    "/brands/info": {"attributes": {"mcid": "loomfield"}},
    "/reports/performance": {"filter": {**DAYS, "group_by": ["date", "brand"]}},
    "/reports/transactions": {"filter": {**DAYS, "status": "approved"}, "page": {"perPage": 100}},
    "/reports/transaction": {"attributes": {"oid": 1}},
    "/reports/clicks": {"filter": DAYS, "page": {"perPage": 100}},
    "/site/info": {"attributes": {"id": 1}},
    "/tools/broken_check": {"attributes": {"ids": [1]}},
    "/tools/broken_fix": {"attributes": {"ids": [1]}},
    "/tools/broken_ignore": {"attributes": {"ids": [1]}},
    "/tools/link_bulk": {
        "attributes": {
            "items": [
                {"mcid": "loomfield", "target_url": "https://www.loomfield.example/lamps"},
                {"mcid": "loomfield", "target_url": "https://www.loomfield.example/chairs"},
            ]
        }
    },
    "/tools/link_del": {"attributes": {"link_id": 1}},
    "/tools/link_edit": {"attributes": {"link_id": 1, "note": "Summer newsletter"}},
    "/tools/link_preview": {
        "attributes": {"mcid": "loomfield", "target_url": "https://www.loomfield.example/lamps"}
    },
    "/tools/link_code": {
        "attributes": {
            "mcid": "loomfield",
            "target_url": "https://www.loomfield.example/lamps",
            "uid1": "newsletter",
        }
    },
}
