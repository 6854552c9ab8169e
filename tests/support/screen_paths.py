"""The screens of `make screens`, by the name of the picture: full, empty, and with the portal unavailable."""

GUEST_SCREENS = {
    "login": "/auth/login",
    "signup": "/auth/signup",
    "verification": "/auth/email-verification",
    "forgot": "/forgot-password",
    "reset": "/reset-password?token=a-link-that-is-known-to-nobody",
    "refer": "/auth/refer",
    "invitation": "/auth/invitation?token=a-link-that-is-known-to-nobody",
    "stop-change": "/auth/stop-change?token=a-link-that-is-known-to-nobody",
    "third-party": "/auth/third-party",
    "404": "/404",
    "500": "/500",
}
DEMO_SCREENS = {
    "dashboard": "/dashboard",
    "dashboard-year": "/dashboard?period=365d",
    "new-brands": "/brands/find?status=0",
    "my-brands": "/brands/find?status=2",
    "no-brands": "/brands/find?keyword=nothing-is-called-so",
    "applications": "/brands/applications",
    "application": "/brands/applications?look=velvet-hour.1",
    "applications-none": "/brands/applications?brand=loomfield&state=3",
    "brands-by-channel": "/brands/applications?view=channels",
    "brand": "/brands/loomfield",
    "compare": '/brands/compare?mcids=["loomfield","pennant-audio","hamperwell"]',
    "compare-none": "/brands/compare",
    "brand-missing": "/brands/nothing-is-called-so",
    "performance": "/reports/performance",
    "performance-brands": '/reports/performance?group_by=["brand"]&compare=previous',
    "performance-links": '/reports/performance?group_by=["link"]',
    "performance-pages": '/reports/performance?group_by=["page"]',
    "performance-hours": '/reports/performance?group_by=["hour"]&figure=clicks',
    "transactions": "/reports/transactions",
    "transaction": "/reports/transactions?oid={order}",
    "transaction-missing": "/reports/transactions?oid=999999999",
    "clicks": "/reports/clicks",
    "clicks-of-link": "/reports/clicks?link_id=1",
    "cases": "/reports/cases",
    "case": "/reports/cases?case=800002",
    "case-new": "/reports/cases?add=missing",
    "books": "/reports/books",
    "book": "/reports/books?comparison={comparison}",
    "book-new": "/reports/books?add=true",
    "schedules": "/reports/schedules",
    "schedule-new": "/reports/schedules?add=true",
    "spreadsheets": "/reports/spreadsheets",
    "spreadsheet-new": "/reports/spreadsheets?add=true",
    "ageing": "/payments/ageing",
    "case-question": "/reports/cases?add=question",
    "case-form": "/reports/cases?add=missing&asked=true",
    "why": "/reports/why",
    "why-order": "/reports/why?oid={order}",
    "why-payment": "/reports/why?payment_id=700003",
    "alerts": "/reports/alerts",
    "alert": "/reports/alerts?alert={alert}",
    "alerts-closed": "/reports/alerts?state=closed",
    "payments": "/payments/summary",
    "payment-paid": "/payments/details?payment_id=700003",
    "payment-requested": "/payments/details?payment_id=700010",
    "payment-line": "/payments/details?payment_id=700003&settlement_id=500015",
    "settlements": "/payments/details",
    "settlement": "/payments/details?settlement_id=500015",
    "no-transactions": "/reports/transactions?order_id=nothing-is-called-so",
    "postbacks": "/tools/global-postback/list",
    "delivery-came-back": "/tools/global-postback/list?delivery={delivery}",
    "postback-new": "/tools/global-postback/edit",
    "postback": "/tools/global-postback/edit/1",
    "link-generator": "/tools/link-generator",
    "link": "/tools/link-generator?link=1",
    "links-many": "/tools/link-generator?many=true",
    "broken-links": "/tools/broken-links",
    "api-guide": "/tools/apis",
    "api-call": "/tools/apis/calls/reports/performance/947592252",
    "api-tokens": "/tools/apis/tokens",
    "downloads": "/downloads",
    "sandbox": "/sandbox",
    "channels": "/settings/channel",
    "channel-new": "/settings/channel?edit=new",
    "login-information": "/settings/login",
    "team": "/settings/team",
    "connect": "/connect",
    "app-request": "/agents/1",
    "not-allowed": "/not-allowed",
    "profile": "/settings/profile",
    "payment": "/settings/payment",
    "payment-new": "/settings/payment-add-bank",
    "payment-edit": "/settings/payment-edit-bank?id=1",
    "refer-friend": "/auth/refer",
    "help": "/help",
    "help-article": "/help?article=orders",
    "no-help": "/help?keyword=xqzvw",
    "help-found": "/help?keyword=not+tracked",
    "announcements": "/announcements",
    "announcement": "/announcements?notice=1",
}
OPERATOR_SCREENS = {
    "network-overview": "/network/overview",
    "network": "/network/brands",
    "network-reviews": "/network/reviews",
    "network-reviews-all": "/network/reviews?show=all",
    "network-orders": "/network/orders",
    "network-imports": "/network/imports",
    "network-refused": "/network/refused",
    "network-cases": "/network/cases",
    "network-alerts": "/network/alerts",
    "network-coupons": "/network/coupons",
    "network-new-coupon": "/network/coupons?add=true",
    "network-orders-of-brand": "/network/orders?mcid=loomfield&uid=100001",
    "network-rates": "/network/rates",
    "network-settlements": "/network/settlements",
    "network-payments": "/network/payments",
    "network-publishers": "/network/publishers",
    "network-staff": "/network/staff",
    "network-mails": "/network/mails",
    "network-notices": "/network/news",
    "network-banners": "/network/news?part=banners",
    "network-articles": "/network/news?part=articles",
    "network-new-notice": "/network/news?add=true",
    "network-brand": "/network/brands?look=loomfield",
    "network-case": "/network/cases?look=800001",
    "network-alert": "/network/alerts?look={alert_group}",
    "network-import": "/network/imports?file=orders",
    "network-payment": "/network/payments?look=700003",
    "network-publisher": "/network/publishers?look=100001",
    "network-settlement": "/network/settlements?look=500015",
    "network-new-brand": "/network/brands?add=true",
}
NEWCOMER_SCREENS = {
    "newcomer-channel": "/settings/channel",
    "newcomer-profile": "/settings/profile",
}
"""Screens of a new publisher without a channel."""
EMPTY_SCREENS = {
    f"empty-{name}": path
    for name, path in DEMO_SCREENS.items()
    if "?" not in path
    and name not in {"brand", "brand-missing", "postback", "api-guide", "api-call", "payment-new"}
} | {"empty-my-brands": "/brands/find?status=2"}
"""Of a publisher with one channel and nothing else."""
AWAY_SCREENS = {
    f"away-{name}": DEMO_SCREENS[name]
    for name in (
        *("dashboard", "new-brands", "brand", "performance", "transactions", "transaction"),
        *("clicks", "cases", "alerts", "payments", "settlements", "postbacks", "postback"),
        *(
            "link-generator",
            "link",
            "broken-links",
            "api-call",
            "api-tokens",
            "downloads",
            "channels",
        ),
        *("login-information", "profile", "payment", "refer-friend", "help", "announcements"),
    )
}
AWAY_NETWORK_SCREENS = {
    f"away-{name}": OPERATOR_SCREENS[name]
    for name in ("network", "network-reviews", "network-settlements", "network-brand")
}

STARTS = ("review", "refused", "open", "applied", "turned-down", "joined", "link", "clicked")
"""How far newcomers have come on their way to the first order, in order."""
START_SCREENS = {f"start-{state}": "/dashboard" for state in STARTS}
FORBIDDEN_SCREENS = {
    f"forbidden-{name}": DEMO_SCREENS[name]
    for name in (
        *(
            "dashboard",
            "new-brands",
            "applications",
            "performance",
            "transactions",
            "clicks",
            "alerts",
            "payments",
        ),
        *("settlements", "postbacks", "link-generator", "channels", "downloads", "payment"),
    )
}
"""Screens of a role without permission for them."""
FORBIDDEN_NETWORK_SCREENS = {
    f"forbidden-{name}": OPERATOR_SCREENS[name]
    for name in ("network", "network-orders", "network-payments", "network-mails")
}
PARTIAL_SCREENS = {
    "partial-dashboard": ("/dashboard", "/home/banners"),
    "partial-dashboard-alerts": ("/dashboard", "/reports/alerts"),
    "partial-new-brands": ("/brands/find?status=0", "/brands/facets"),
    "partial-brand": ("/brands/loomfield", "/brands/coupons"),
    "partial-transactions": ("/reports/transactions", "/reports/view_list"),
    "partial-transaction": ("/reports/transactions?oid={order}", "/reports/transaction"),
    "partial-payments": ("/payments/summary", "/payments/balance"),
    "partial-postbacks": ("/tools/global-postback/list", "/postback/deliveries"),
    "partial-links": ("/tools/link-generator", "/tools/links"),
    "partial-login-information": ("/settings/login", "/auth/sessions"),
    "partial-profile": ("/settings/profile", "/user/media_kit_list"),
}
"""Screens of which one call fails while the others are answered."""
LONG_SCREENS = {
    f"long-{name}": DEMO_SCREENS[name]
    for name in (
        *(
            "dashboard",
            "new-brands",
            "brand",
            "applications",
            "brands-by-channel",
            "performance-brands",
            "transactions",
            "transaction",
        ),
        *("clicks", "cases", "case", "payments", "payment-paid", "settlements", "settlement"),
        *("postbacks", "postback", "link-generator", "link", "broken-links", "api-tokens"),
        *("downloads", "channels", "login-information", "profile", "payment", "announcements"),
    )
}
"""Screens on which every word of a publisher or a brand is as long as it may be, and amounts are as large."""
TROUBLE_SCREENS = {
    "failed-dashboard": "/dashboard",
    "failed-payments": "/payments/summary",
    "failed-payment": "/payments/details?payment_id=700010",
    "failed-announcements": "/announcements",
    "links-many-checked": "/tools/link-generator?many=true",
    "links-many-outcome": "/tools/link-generator?many=true",
    "account-closing": "/settings/login",
    "account-closed": "/settings/login",
}
"""Screens of failures and of a closed account, as the publisher of the demonstration: taken after all others."""
CLOSED_SCREENS = {"network-closed-publisher": "/network/publishers?look={closed}"}
MANY_ROWS = """target_url,mcid,label 1
{shop},loomfield,autumn
{shop}?product=2,loomfield,autumn
{shop}?product=3,velvet-hour,autumn
htps://www.loomfield.example/typo,loomfield,
https://www.nobody-we-know.example/page,,
not an address at all,,
"""
"""Rows of many links, good ones and bad ones."""
UNDELIVERED = [
    {
        "mail_id": number,
        "uid": uid,
        "publisher": publisher,
        "address": address,
        "mail": mail,
        "reason": reason,
        "refused": refused,
        "attempts": attempts,
        "failed_at": f"2026-11-25T0{number}:12:00Z",
    }
    for number, (uid, publisher, address, mail, reason, refused, attempts) in enumerate(
        [
            (100001, "Kettle and Keel Media Ltd", "d•••@example.com", "payment_state",
             "550 5.1.1 No such mailbox", True, 1),
            (100002, "The Puzzle Attic Diaries", "p•••@example.org", "relationship",
             "451 4.7.1 Greylisted, try again later", False, 12),
            (0, "", "o•••@example.com", "reconcile_failed",
             "Connection to the mail server timed out", False, 12),
        ],
        start=1,
    )
]  # fmt: skip
"""Mails that did not arrive: the demonstration's mail server takes everything."""
