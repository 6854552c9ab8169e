"""The screens of `make screens`, each by the name of its picture: full, empty, and while the portal is away."""

GUEST_SCREENS = {
    "login": "/auth/login",
    "signup": "/auth/signup",
    "verification": "/auth/email-verification",
    "forgot": "/forgot-password",
    "reset": "/reset-password?token=a-link-that-is-known-to-nobody",
    "refer": "/auth/refer",
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
    "brand": "/brands/loomfield",
    "brand-missing": "/brands/nothing-is-called-so",
    "performance": "/reports/performance",
    "performance-brands": '/reports/performance?group_by=["brand"]&compare=previous',
    "performance-links": '/reports/performance?group_by=["link"]',
    "transactions": "/reports/transactions",
    "transaction": "/reports/transactions?oid={order}",
    "transaction-missing": "/reports/transactions?oid=999999999",
    "clicks": "/reports/clicks",
    "clicks-of-link": "/reports/clicks?link_id=1",
    "cases": "/reports/cases",
    "payments": "/payments/summary",
    "settlements": "/payments/details",
    "settlement-orders": "/payments/details?settlement_id=500001",
    "no-transactions": "/reports/transactions?order_id=nothing-is-called-so",
    "postbacks": "/tools/global-postback/list",
    "postback-new": "/tools/global-postback/edit",
    "postback": "/tools/global-postback/edit/1",
    "link-generator": "/tools/link-generator",
    "link": "/tools/link-generator?link=1",
    "broken-links": "/tools/broken-links",
    "api-guide": "/tools/apis",
    "api-call": "/tools/apis/calls/reports/performance/947592252",
    "api-tokens": "/tools/apis/tokens",
    "downloads": "/downloads",
    "channels": "/settings/channel",
    "channel-new": "/settings/channel?edit=new",
    "login-information": "/settings/login",
    "profile": "/settings/profile",
    "payment": "/settings/payment",
    "payment-new": "/settings/payment-add-bank",
    "payment-edit": "/settings/payment-edit-bank?id=1",
    "refer-friend": "/auth/refer",
    "help": "/help",
    "help-article": "/help?article=orders",
    "no-help": "/help?keyword=nothing-is-called-so",
    "announcements": "/announcements",
    "announcement": "/announcements?notice=1",
}
OPERATOR_SCREENS = {
    "network": "/network",
    "network-reviews": "/network?tab=reviews",
    "network-orders": "/network?tab=orders",
    "network-imports": "/network?tab=imports",
    "network-cases": "/network?tab=cases",
    "network-coupons": "/network?tab=coupons",
    "network-new-coupon": "/network?tab=coupons&add=true",
    "network-orders-of-brand": "/network?tab=orders&mcid=loomfield&uid=100001",
    "network-rates": "/network?tab=rates",
    "network-settlements": "/network?tab=settlements",
    "network-payments": "/network?tab=payments",
    "network-publishers": "/network?tab=publishers",
    "network-staff": "/network?tab=staff",
    "network-notices": "/network?tab=news",
    "network-banners": "/network?tab=news&part=banners",
    "network-articles": "/network?tab=news&part=articles",
    "network-new-notice": "/network?tab=news&add=true",
    "network-brand": "/network?look=loomfield",
    "network-new-brand": "/network?add=true",
}
NEWCOMER_SCREENS = {
    "newcomer-channel": "/settings/channel",
    "newcomer-profile": "/settings/profile",
}
"""Of somebody who has just signed in for the first time and has no channel."""
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
        *("clicks", "cases", "payments", "settlements", "postbacks", "postback", "link-generator"),
        *("link", "broken-links", "api-call", "api-tokens", "downloads", "channels"),
        *("login-information", "profile", "payment", "refer-friend", "help", "announcements"),
    )
}
AWAY_NETWORK_SCREENS = {
    f"away-{name}": OPERATOR_SCREENS[name]
    for name in ("network", "network-reviews", "network-settlements", "network-brand")
}
