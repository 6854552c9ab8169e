"""Every screen with its heading: for guests, publishers with all data or none, and operators."""

import re

from tests.support.hostile.full_publisher import Possessions
from tests.support.journey import Headings

ANY = re.compile(".")
ARTICLE = "/help?article=orders"
GUEST: Headings = {
    "/auth/login": "Sign in to your account",
    "/auth/signup": "Create your account",
    "/auth/email-verification": "Verify your email",
    "/auth/email-verification?token=unknown": ANY,
    "/forgot-password": "Reset your password",
    "/reset-password": "Choose a new password",
    "/auth/invitation": "Invitation",
    "/auth/stop-change": "Stop a change",
    "/auth/refer": "Join the network",
    "/auth/third-party": "Sign-in cancelled",
    "/autologin": "Sign-in failed",
    "/404": ANY,
    "/500": ANY,
}
REDIRECTS = {
    "/": "/dashboard",
    "/brands": "/brands/find",
    "/network": "/network/overview",
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
    "/brands/applications": "Applications",
    "/brands/applications?view=channels": "Applications",
    "/brands/compare": "Compare Brands",
    "/reports/performance": "Performance",
    "/reports/transactions": "Transactions",
    "/reports/clicks": "Clicks",
    "/reports/cases": "Cases",
    "/reports/why": "Why is an order missing?",
    "/sandbox": "Sandbox",
    "/reports/books": "My books",
    "/reports/schedules": "Schedules",
    "/reports/schedules?add=true": "Schedules",
    "/reports/spreadsheets": "Spreadsheets",
    "/reports/spreadsheets?add=true": "Spreadsheets",
    "/reports/books?add=true": "My books",
    "/reports/cases?add=question": "Cases",
    "/reports/cases?add=file": "Cases",
    "/payments/ageing": "Ageing",
    "/reports/alerts": "Alerts",
    "/reports/alerts?state=closed": "Alerts",
    "/reports/alerts?state=muted": "Alerts",
    "/payments/summary": "Payments",
    "/payments/details": "Payment details",
    "/tools/global-postback/list": "Global Postback",
    "/tools/global-postback/edit": "Add postback",
    "/tools/link-generator": "Link Generator",
    "/tools/broken-links": "Broken Links",
    "/tools/broken-links?state=ignored": "Broken Links",
    "/tools/apis/tokens": "API tokens",
    "/settings/channel": "Channel Management",
    "/settings/profile": "Profile",
    "/settings/payment": "Payment Settings",
    "/settings/login": "Login Information",
    "/settings/team": "Team",
    "/connect": "Connect an app",
    "/agents/1": "Request of an app",
    "/not-allowed": "You may not see this",
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
        f"/brands/applications?look={joined}.{site}": "Applications",
        f"/brands/{joined}": ANY,
        f"/brands/{words.pending.mcid}": ANY,
        f"/brands/{joined}?site_id={site}": ANY,
        f'/brands/compare?mcids=["{joined}","{words.pending.mcid}"]': "Compare Brands",
        '/reports/performance?group_by=["brand"]': "Performance",
        '/reports/performance?group_by=["brand"]&compare=previous': "Performance",
        "/help?keyword=not+tracked": "Help",
        '/reports/performance?group_by=["site","uid1"]': "Performance",
        f"/reports/performance?mcids={joined}&site_ids={site}": "Performance",
        f"/reports/transactions?oid={words.oid}": "Transactions",
        f"/reports/clicks?link_id={words.link_id}": "Clicks",
        f"/reports/why?oid={words.oid}": "Why?",
        f"/reports/why?payment_id={own.payment_id}": "Why?",
        f"/reports/cases?case={own.case_id}": "Cases",
        f"/reports/alerts?alert={own.alert_id}": "Alerts",
        f"/reports/books?comparison={own.comparison_id}": "My books",
        f"/reports/schedules?schedule={own.schedule_id}": "Schedules",
        f"/reports/spreadsheets?sheet={own.sheet_id}": "Spreadsheets",
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
        "/tools/apis": "Your first call in two minutes",
        "/tools/apis/guides/nothing-is-called-so/1": "APIs",
    }


#: The heading of each of the operators' lists, by the last part of its path.
LISTS = {
    "overview": "Overview",
    "brands": "Brands",
    "coupons": "Coupons",
    "reviews": "Reviews",
    "orders": "Orders",
    "imports": "Order files",
    "refused": "Refused reports",
    "cases": "Cases",
    "alerts": "Alerts",
    "settlements": "Settlements",
    "payments": "Payments",
    "rates": "Rates",
    "publishers": "Publishers",
    "staff": "Staff",
    "mails": "Mails",
}
OPERATOR: Headings = {
    **{f"/network/{path}": heading for path, heading in LISTS.items()},
    "/network/brands?add=true": "Brands",
    **{
        f"/network/news?part={part}": "News and help" for part in ("notices", "banners", "articles")
    },
    "/network/news?add=true": "News and help",
    "/network/rates?add=true": "Rates",
    "/network/imports?file=orders": "Order files",
    "/settings/login": "Login Information",
    "/help": "Help",
    "/announcements": "Announcements",
}
NETWORK_EMPTY: Headings = {
    f"/network/{path}?keyword=nothing-is-called-so": LISTS[path]
    for path in ("brands", "orders", "cases", "publishers")
}
