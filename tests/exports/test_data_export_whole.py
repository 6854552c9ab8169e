"""The copy of an account's data holds every table and column of a publisher, with named exceptions."""

from collections.abc import Iterator
from decimal import Decimal
from zipfile import ZipFile

import pytest
import sqlglot
from sqlglot import exp

from sql.exports.data_export import PERSON, TABLES, Table
from tests.architecture.test_statements import TENANT
from tests.support.accounts.export import open_archive, read_table, request_export
from tests.support.hostile.estate import CANARY, EARNED, Estate, build
from tests.support.portal import Portal

LEFT_OUT = {
    "agent_secret": "digests of codes and tokens of apps",
    "click": "in the view click_all",
    "click_intake": "in the view click_all",
    "click_pending": "in the view click_all",
    "click_uncounted": "in the view click_all",
    "click_waiting": "in the view click_all",
    "event": "what happened to orders, payments and relationships, told again for 30 days",
    "event_feed": "how far events are numbered",
    "idempotency": "answers of the last day",
    "figure": "sums of orders and clicks",
    "figure_pending": "sums of orders and clicks",
    "ledger": "the network's books of the settlements and payments",
    "one_time_token": "digests of links in mails",
    "recovery_code": "digests",
    "shared_fall": "an estimate of the watch for the network's staff",
    "watch_baseline": "sums of orders and clicks",
    "brand_decline": "counts of orders that are in the copy",
    "watch_day": "how far figures are judged",
    "publisher_measured": "sums of orders and clicks",
    "sandbox_life": "tests, which only a sandbox has, of which there is no copy",
    "sandbox_mail": "tests, which only a sandbox has, of which there is no copy",
    "undelivered_mail": "the network's list of mails that did not arrive",
    "rollup": "sums of orders and clicks",
    "rollup_next": "sums of orders and clicks",
    "rollup_progress": "sums of orders and clicks",
}
EMPTY = {"clicks_recounted", "connected_accounts", "referrals"}
"""The estate has none."""
KEYS = {"publisher_id", "account_id", "mid"}
"""Whose copy it is; a brand is named by its mcid."""
SECRET = {
    "account": {"password_hash", "two_step_last", "two_step_pending", "two_step_secret"},
    "api_token": {"hash", "previous_hash", "previous_scopes", "previous_until"},
    "passkey": {"counter", "credential", "credential_id"},
    "guarded_change": {
        "former",
        "hashes",
        "hastened_at",
        "hastened_by",
        "hastened_name",
        "hastened_reason",
        "mark",
        "object",
        "operator_id",
    },
    "method_proposal": {"mark", "row_key", "sealed"},
    "payment_method": {"mark", "row_key", "sealed"},
    "postback": {"old_secret", "old_secret_until", "row_key", "secret", "secret_shown_at"},
    "schedule": {"row_key", "sealed"},
    "sheet": {"hash"},
    "site": {"proof"},
    "team_invitation": {"hash"},
    "upload": {"ticket_hash", "ticket_until"},
}
"""Secrets, their digests, and when they were shown or end."""
OF_THE_PORTAL = {
    "agent_grant": {"security_stamp"},
    "account": {
        "home_uid",
        "lock_reason",
        "locked_at",
        "new_password_due",
        "sealed_uid",
        "security_stamp",
        "site_ids",
        "trusted_from",
        "user_handle",
        "with_money",
    },
    "audit": {"object", "request_id"},
    "book_comparison": {"digest", "file"},
    "click_all": {"visitor"},
    "conversion_item": {"terms_id"},
    "delivery": {"draft", "sample"},
    "download": {"digest", "file", "progress", "touched_at"},
    "invoice": {"file", "made_at"},
    "link_check": {"asked", "found", "found_at"},
    "payment": {"asks", "attempt", "batch_id", "channel", "next_ask_at", "problem"},
    "payment_line": {"holds"},
    "postback": {"failures", "receiver"},
    "publisher": {
        "counted_by",
        "currency_chosen",
        "currency_fixed",
        "referer_uid",
        "sandbox_of",
        "sandbox_uid",
    },
    "relationship": {"needs_review"},
    "session": {"idle", "operator_name", "security_stamp"},
    "settlement": {"source"},
    "schedule": {"running_until"},
    "sheet": {"security_stamp"},
    "team_invitation": {"login", "site_ids", "with_money"},
    "upload": {"touched_at"},
    "vat_review": {"decided_by", "told_at"},
}
"""Internal state of the portal and its staff: progress, storage places, checks."""


def tables_of(table: Table) -> Iterator[tuple[str, set[str]]]:
    """The publisher's tables that a statement reads, and the columns it selects."""
    tree = sqlglot.parse_one(table.statement, read="postgres")
    selected = {column.name for each in tree.expressions for column in each.find_all(exp.Column)}
    for source in tree.find_all(exp.Table):
        yield source.name, selected


def test_every_table_of_a_publisher_is_exported_or_listed_as_left_out() -> None:
    exported = {name for table in [PERSON, *TABLES] for name, _ in tables_of(table)}
    assert TENANT - exported == LEFT_OUT.keys()


async def test_every_column_is_exported_or_listed_as_left_out(portal: Portal) -> None:
    async with portal.db() as db:
        rows = await db.fetch(
            "select table_name, column_name from information_schema.columns where table_schema = 'public'"
        )
    missing: dict[str, set[str]] = {}
    for table in [PERSON, *TABLES]:
        for name, selected in tables_of(table):
            if name in TENANT:
                own = {row["column_name"] for row in rows if row["table_name"] == name}
                missing[name] = missing.get(name, own) - selected - KEYS
    hidden = {
        name: SECRET.get(name, set()) | OF_THE_PORTAL.get(name, set())
        for name in SECRET.keys() | OF_THE_PORTAL.keys()
    }
    assert {name: left for name, left in missing.items() if left} == hidden


@pytest.fixture(scope="module")
async def estate(portal: Portal) -> Estate:
    made = await build(portal)
    await portal.ok("/home/notice_read", made.who)
    await portal.ok("/payments/schedule", made.who, attributes={"day": 5})
    return made


@pytest.fixture(scope="module")
async def archive(portal: Portal, estate: Estate) -> ZipFile:
    return await open_archive(portal, (await request_export(portal, estate.who))["download_url"])


async def test_data_export_has_only_the_expected_empty_tables(archive: ZipFile) -> None:
    assert {table.name for table in TABLES if not read_table(archive, table.name)} == EMPTY


async def test_data_export_holds_payments_and_documents_as_paid(
    archive: ZipFile, estate: Estate
) -> None:
    [payment] = read_table(archive, "payments")
    [line] = read_table(archive, "payment_lines")
    settlements = read_table(archive, "settlements")
    assert (payment["state"], payment["net"], line["amount"]) == ("sent", EARNED, EARNED)
    assert line["settlement_id"] in {row["settlement_id"] for row in settlements}
    assert sum(Decimal(row["amount"]) for row in settlements) == Decimal(EARNED) + Decimal("99.99")
    [document] = read_table(archive, "payment_documents")
    assert EARNED in document["document"]


async def test_data_export_holds_no_secret(
    portal: Portal, archive: ZipFile, estate: Estate
) -> None:
    whole = b"".join(archive.read(name) for name in archive.namelist()).decode("latin-1")
    assert CANARY in whole
    assert f"{CANARY}@example.com" not in whole, "the address of the payment method"
    async with portal.db() as db:
        secrets = await db.fetchrow(
            "select password_hash, encode(api_token.hash, 'hex') as token, postback.secret, site.proof"
            "  from account join api_token using (publisher_id) join postback using (publisher_id)"
            "  join site using (publisher_id) where publisher_id = $1",
            estate.who.uid,
        )
    assert [name for name, value in secrets.items() if value in whole] == []
    assert estate.who.token not in whole
