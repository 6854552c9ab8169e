"""Every screen with its heading: of a guest, of publishers who own everything or nothing, of the network."""

import re

from tests.support.hostile.full_publisher import Possessions
from tests.support.walk import Headings

ANY = re.compile(".")
ARTICLE = "/help?article=orders"
GUEST: Headings = {
    "/auth/login": "Sign in to your account",
    "/auth/signup": "Create your account",
    "/auth/email-verification": "Verify your email",
    "/auth/email-verification?token=unknown": ANY,
    "/forgot-password": "Reset your password",
    "/reset-password": "Choose a new password",
    "/auth/refer": "Join the network",
    "/auth/third-party": "Sign-in cancelled",
    "/autologin": "Sign-in failed",
    "/404": ANY,
    "/500": ANY,
}
REDIRECTS = {
    "/": "/dashboard",
    "/brands": "/brands/find",
    "/payments": "/payments/summary",
    "/reports": "/reports/performance",
    "/settings": "/settings/profile",
    "/tools": "/tools/apis/",
    "/tools/apis": "/tools/apis/",
    "/tools/global-postback": "/tools/global-postback/list",
}
"""Routes without a screen of their own, and where they lead."""
COMMON: Headings = {
    "/dashboard": "Dashboard",
    "/brands/find?status=0": "New Brands",
    "/brands/find?status=1": ANY,
    "/brands/find?status=2": "My Brands",
    "/reports/performance": "Performance",
    "/reports/transactions": "Transactions",
    "/reports/clicks": "Clicks",
    "/reports/cases": "Cases",
    "/payments/summary": "Payments",
    "/payments/details": "Payment details",
    "/tools/global-postback/list": "Global Postback",
    "/tools/global-postback/edit": "Add postback",
    "/tools/link-generator": "Link Generator",
    "/tools/broken-links": "Broken Links",
    "/tools/apis/tokens": "API tokens",
    "/settings/channel": "Channel Management",
    "/settings/profile": "Profile",
    "/settings/payment": "Payment Settings",
    "/settings/login": "Login Information",
    "/auth/refer": "Refer a Friend",
    "/help": "Help",
    "/announcements": "Announcements",
    "/downloads": ANY,
}
"""Screens that show what a publisher owns, or why there is nothing."""


def of_publisher(own: Possessions) -> dict[str, str | re.Pattern[str]]:
    words, joined = own.words, own.words.brand.mcid
    site, methods = words.site_id, own.method_ids
    return {
        **COMMON,
        f"/brands/find?status=0&site_id={site}": "New Brands",
        f"/brands/{joined}": ANY,
        f"/brands/{words.pending.mcid}": ANY,
        f"/brands/{joined}?site_id={site}": ANY,
        '/reports/performance?group_by=["brand"]': "Performance",
        '/reports/performance?group_by=["site","uid1"]': "Performance",
        f"/reports/performance?mcids={joined}&site_ids={site}": "Performance",
        f"/reports/transactions?oid={words.oid}": "Transactions",
        f"/reports/clicks?link_id={words.link_id}": "Clicks",
        f"/reports/cases?case={own.case_id}": "Cases",
        f"/payments/details?payment_id={own.payment_id}": "Payment details",
        f"/payments/details?settlement_id={own.settlement_id}": "Payment details",
        f"/tools/global-postback/edit/{own.postback_id}": "Edit postback",
        f"/tools/link-generator?mcid={joined}&site_id={site}": "Link Generator",
        f"/tools/link-generator?link={words.link_id}": "Link Generator",
        f"/settings/channel?edit={site}": "Channel Management",
        f"/settings/channel?verify={site}": "Channel Management",
        "/settings/payment-add-paypal": "Add PayPal",
        "/settings/payment-add-payoneer": "Add Payoneer",
        "/settings/payment-add-airwallex": "Add Airwallex",
        "/settings/payment-add-bank": "Add bank account",
        **{f"/settings/payment-edit-{kind}?id={id}": ANY for kind, id in methods.items()},
        ARTICLE: "Orders and their states",
        "/help?article=nothing-is-called-so": "Article not found",
        f"/announcements?notice={own.notice_id}": "Announcements",
        "/tools/apis": "Sign in with a token",
        "/tools/apis/guides/nothing-is-called-so/1": "APIs",
    }


OPERATOR: Headings = {
    "/network": "Network",
    "/network?add=true": "Network",
    **{
        f"/network?tab={tab}": "Network"
        for tab in (
            *("reviews", "orders", "imports", "cases", "coupons", "settlements", "payments"),
            *("rates", "publishers", "staff"),
        )
    },
    **{f"/network?tab=news&part={part}": "Network" for part in ("notices", "banners", "articles")},
    "/network?tab=news&add=true": "Network",
    "/network?tab=rates&add=true": "Network",
    "/network?tab=imports&file=orders": "Network",
    "/settings/login": "Login Information",
    "/help": "Help",
    "/announcements": "Announcements",
}
NETWORK_EMPTY: Headings = {
    "/network?keyword=nothing-is-called-so": "Network",
    **{
        f"/network?tab={tab}&keyword=nothing-is-called-so": "Network"
        for tab in ("orders", "cases", "publishers")
    },
}
