"""Narrows the statements of a session to the channels that its member may see (decision 257).

A narrowed connection rewrites each statement before it runs it: every table that holds rows of channels is read through
a subquery with the condition of that table, and rows of other channels are neither updated nor deleted. A statement
does not have to know of it, and cannot forget it. Statements of everybody else run as they are.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, cast

from sql.core.db import STATEMENTS_MAX, Connection

BY_CHANNEL = "{row}.site_id = any({channels})"
OF_ORDER = """exists (select from conversion narrowed
    where narrowed.publisher_id = {row}.publisher_id and narrowed.oid = {row}.oid
      and narrowed.site_id = any({channels}))"""
OF_LINK = """exists (select from link narrowed
    where narrowed.publisher_id = {row}.publisher_id and narrowed.link_id = {row}.link_id
      and narrowed.site_id = any({channels}))"""
OF_FIGURES = """({row}.grain = 'site' and {row}.key = any({channels})
    or {row}.grain in ('link', 'month_link')
   and exists (select from link narrowed
                where narrowed.publisher_id = {row}.publisher_id and narrowed.link_id = {row}.key
                  and narrowed.site_id = any({channels})))"""
OF_CHANNEL_OR_ORDER = f"({BY_CHANNEL} or {OF_ORDER})"
OF_CASE = """exists (select from order_case asked
    where asked.publisher_id = {row}.publisher_id and asked.case_id = {row}.case_id
      and (asked.site_id = any({channels})
        or exists (select from conversion narrowed
                    where narrowed.publisher_id = asked.publisher_id and narrowed.oid = asked.oid
                      and narrowed.site_id = any({channels}))))"""
OF_RECOUNTED = """exists (select from click narrowed
    where narrowed.publisher_id = {row}.publisher_id and narrowed.click_time = {row}.click_time
      and narrowed.click_id = {row}.click_id and narrowed.site_id = any({channels}))"""
OF_POSTBACK = """exists (select from postback narrowed
    where narrowed.publisher_id = {row}.publisher_id and narrowed.postback_id = {row}.postback_id
      and narrowed.site_id = any({channels}))"""
OF_EVENT = """exists (select from event narrowed
    where narrowed.publisher_id = {row}.publisher_id and narrowed.at = {row}.event_at
      and narrowed.event_id = {row}.event_id and narrowed.site_id = any({channels}))"""
# A test has its event in itself, and no postback if its draft was never saved.
OF_DELIVERY = f"""(({{row}}.postback_id = 0 or {OF_POSTBACK})
  and (({{row}}.sample ->> 'site_id')::bigint = any({{channels}}) or {OF_EVENT}))"""
NO_ROW = "false"
NARROWED: dict[str, str] = {
    "site": BY_CHANNEL,
    "relationship": BY_CHANNEL,
    "media_kit": BY_CHANNEL,
    "link": BY_CHANNEL,
    "link_check": OF_LINK,
    "click": BY_CHANNEL,
    "click_intake": BY_CHANNEL,
    "click_all": BY_CHANNEL,
    "click_waiting": BY_CHANNEL,
    "click_uncounted": BY_CHANNEL,
    "click_recount": OF_RECOUNTED,
    "conversion": BY_CHANNEL,
    "conversion_item": OF_ORDER,
    "conversion_history": OF_ORDER,
    "order_case": OF_CHANNEL_OR_ORDER,
    "case_step": OF_CASE,
    "rollup": OF_FIGURES,
    "rollup_next": OF_FIGURES,
    "alert": BY_CHANNEL,
    "shared_fall": BY_CHANNEL,
    "watch_baseline": BY_CHANNEL,
    "event": BY_CHANNEL,
    "postback": BY_CHANNEL,
    "delivery": OF_DELIVERY,
    "terms": "({row}.site_id = 0 or {row}.site_id = any({channels}))",
    # An own notice may be about any channel or about money; the others are to everybody.
    "notice": "{row}.publisher_id = 0",
    # Entries without an account are about the publisher as a whole.
    "audit": "{row}.account_id is not null",
}
"""The tables and views with rows of channels, each with the condition for the rows that a narrowed member may see."""
HIDDEN = frozenset(
    {
        # money, which has no channel
        "settlement", "payment", "payment_line", "payment_method", "method_proposal", "payment_schedule",
        "guarded_change", "ledger", "invoice", "vat_review", "self_billing", "expected_date", "referral",
        "payout_file_payment",
        # what is compared, reported or measured for the publisher as a whole
        "book_comparison", "book_row", "publisher_measured", "watch_day",
        # where orders of any channel could be found by their number
        "order_directory", "order_refusal",
        "schedule", "schedule_run", "sandbox_life", "sandbox_mail",
        "undelivered_mail", "click_pending", "figure", "figure_pending",
    }
)  # fmt: skip
"""The publisher's tables of which a narrowed member sees no row."""
WHOLE: dict[str, str] = {
    "publisher": "its name, time zone and currency",
    "account": "the team",
    "account_email": "addresses of accounts",
    "agent_grant": "of one account",
    "agent_request": "of one account",
    "agent_secret": "of one account",
    "api_token": "read by its maker, narrowed by the maker's account",
    "brand_decline": "read only added up over all publishers",
    "click_overruled": "read only for a click that was found",
    "click_value": "names of pages and placements, joined to figures that are narrowed",
    "case_draft": "narrowed members are shown those of their own account",
    "coupon": "codes belong to a publisher, not to a channel",
    "download": "read by the account that requested it",
    "event_feed": "a number without meaning",
    "idempotency": "replies by the caller's own keys",
    "login_directory": "whose a name is",
    "member_directory": "the publishers of one account",
    "notice_read": "of one account",
    "one_time_token": "of one account",
    "passkey": "of one account",
    "passkey_directory": "of one account",
    "recovery_code": "of one account",
    "rollup_progress": "how far a recount is",
    "saved_view": "of one account",
    "session": "of one account",
    "sheet": "read by its maker, narrowed by the maker's account",
    "team_invitation": "read by owners, who are never narrowed",
    "third_directory": "of one account",
    "third_identity": "of one account",
    "track_directory": "whether a path is taken",
    "upload": "files, found by names that cannot be guessed",
}
"""The publisher's tables that a narrowed member's statements read whole, each with the reason."""

TOKEN = re.compile(
    r"""
    (?P<skip> '(?:[^']|'')*' | --[^\n]* | /\*.*?\*/ | \$(\w*)\$.*?\$\2\$ | \s+ )
    | (?P<word> "[^"]*" | [a-z_][a-z_0-9]* )
    | (?P<number> \$?\d+(?:\.\d+)? )
    | (?P<mark> :: | . )
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
ENDS_FROM = frozenset(
    {
        "where", "group", "order", "limit", "offset", "having", "union", "except", "intersect", "returning", "window",
        "for", "select", "set", "values",
    }
)  # fmt: skip
"""Words after which a comma no longer separates tables."""
NO_ALIAS = ENDS_FROM | frozenset(
    {
        "join", "left", "right", "inner", "full", "cross", "natural", "on", "using", "tablesample", "when", "do",
        "default", "with", "and", "or",
    }
)  # fmt: skip
"""Words that may follow a table in place of its alias."""
FUNCTIONS_WITH_FROM = frozenset(("extract", "substring", "trim", "overlay", "position"))
PARAMETER = re.compile(r"\$(\d+)")


class Token(NamedTuple):
    text: str
    word: str
    """The text in lower case and without quotes, if it is a name or a keyword."""
    depth: int
    """In how many parentheses it is."""


class NarrowedStatement(NamedTuple):
    statement: str
    takes_channels: bool
    """Whether the channels are its last parameter."""


@lru_cache(maxsize=STATEMENTS_MAX)
def narrow_statement(statement: str) -> NarrowedStatement:
    """The statement, narrowed to the channels that are its last parameter, if it has to know them."""
    numbers = [int(number) for number in PARAMETER.findall(statement)]
    channels = f"${max(numbers, default=0) + 1}::bigint[]"
    tokens = tokenize(statement)
    tables = list(find_tables(tokens))
    insertions: dict[int, str] = {}
    texts = [token.text for token in tokens]
    for at, verb in tables:
        name = tokens[at].word
        if verb != "from" and name in HIDDEN:
            raise TypeError(f"a narrowed session cannot write {name}: {statement[:200]}")
        alias_at = find_alias(tokens, at)
        row = tokens[at if alias_at is None else alias_at].text
        if verb == "from":
            condition = condition_of(name, texts[at], channels)
            table = tokens[at].text
            alias = "" if alias_at is not None else f" as {table}"
            texts[at] = " ".join(("(select * from", table, "where", condition, ")")) + alias
        elif verb in ("update", "delete"):
            guard_rows(tokens, at, condition_of(name, row, channels), insertions)
    whole = "".join(insertions.get(n, "") + text for n, text in enumerate(texts))
    whole += insertions.get(len(texts), "")
    return NarrowedStatement(whole, channels in whole)


def condition_of(table: str, row: str, channels: str) -> str:
    """The condition for the rows of a table, in which `row` names the table or its alias."""
    return NARROWED.get(table, NO_ROW).format(row=row, channels=channels)


def tokenize(statement: str) -> list[Token]:
    tokens, depth = [], 0
    for match in TOKEN.finditer(statement):
        text = match[0]
        if match["mark"] == ")":
            depth -= 1
        tokens.append(Token(text, (match["word"] or "").strip('"').lower(), depth))
        if match["mark"] == "(":
            depth += 1
    return tokens


def find_tables(tokens: Sequence[Token]) -> list[tuple[int, str]]:
    """Where the narrowed and hidden tables stand, each after `from`, `update`, `delete` or `into`."""
    found, lists, verbs = [], {}, {}  # by depth: whether a comma separates tables, and the verb
    meaningful = [n for n, token in enumerate(tokens) if not is_blank(token)]
    for index, at in enumerate(meaningful):
        token = tokens[at]
        before = tokens[meaningful[index - 1]] if index else None
        earlier = tokens[meaningful[index - 2]].word if index > 1 else ""
        following = tokens[meaningful[index + 1]].text if index + 1 < len(meaningful) else ""
        depth, word = token.depth, token.word
        if token.text == "(":
            lists[depth + 1] = False
            verbs[depth + 1] = before.word if before is not None else ""
        if before is None or not word:
            continue
        if (
            word in NARROWED.keys() | HIDDEN
            and following != "."
            and verbs.get(depth) not in FUNCTIONS_WITH_FROM
        ):
            is_listed = before.text == "," and lists.get(depth, False)
            in_parentheses = before.text == "(" and verbs.get(depth) in ("from", "join")
            reads = before.word in ("from", "join", "only") or is_listed or in_parentheses
            if before.word == "from" and earlier == "delete":
                found.append((at, "delete"))
            elif before.word == "from" and earlier == "distinct":
                pass  # a column, in `is distinct from`
            elif reads or (before.word == "using" and following != ")"):
                found.append((at, "from"))
            elif before.word == "update" and earlier not in ("for", "key", "do"):
                found.append((at, "update"))
            elif before.word == "into":
                found.append((at, "into"))
        if word in ("from", "join", "using"):
            lists[depth] = not (word == "from" and before.word == "distinct")
        elif word in ENDS_FROM:
            lists[depth] = False
    return found


def is_blank(token: Token) -> bool:
    return not token.word and (token.text.isspace() or token.text.startswith(("--", "/*")))


def find_alias(tokens: Sequence[Token], at: int) -> int | None:
    """Where the alias of the table at this place stands; None if it has none."""
    rest = [n for n in range(at + 1, len(tokens)) if not is_blank(tokens[n])]
    if not rest:
        return None
    first = tokens[rest[0]]
    if first.word == "as":
        return rest[1]
    return rest[0] if first.word and first.word not in NO_ALIAS else None


def guard_rows(
    tokens: Sequence[Token], at: int, condition: str, insertions: dict[int, str]
) -> None:
    """Add a condition to the `where` of the update or delete whose table stands at this place."""
    depth, where, end = tokens[at].depth, None, len(tokens)
    for n in range(at + 1, len(tokens)):
        token = tokens[n]
        if token.depth < depth or (token.depth == depth and token.word == "returning"):
            end = n
            break
        if token.depth == depth and token.word == "where" and where is None:
            where = n
    if where is None:
        insertions[end] = f" where {condition} {insertions.get(end, '')}"
    else:
        insertions[where + 1] = f" {condition} and ("
        insertions[end] = f") {insertions.get(end, '')}"


class NarrowedConnection:
    """A connection whose statements see some channels only. What it does not offer, a narrowed session cannot do."""

    def __init__(self, db: Connection, site_ids: Sequence[int]) -> None:
        self._db = db
        self._site_ids = list(site_ids)

    @property
    def whole(self) -> Connection:
        """The connection itself, for the statements that `without_narrowing` is called for."""
        return self._db

    def _narrow(self, statement: str, values: tuple[Any, ...]) -> tuple[Any, ...]:
        narrowed, takes_channels = narrow_statement(statement)
        return (narrowed, *values, self._site_ids) if takes_channels else (narrowed, *values)

    def fetch(self, query: str, *values: Any, **options: Any) -> Any:
        return self._db.fetch(*self._narrow(query, values), **options)

    def fetchrow(self, query: str, *values: Any, **options: Any) -> Any:
        return self._db.fetchrow(*self._narrow(query, values), **options)

    def fetchval(self, query: str, *values: Any, **options: Any) -> Any:
        return self._db.fetchval(*self._narrow(query, values), **options)

    def execute(self, query: str, *values: Any, **options: Any) -> Any:
        return self._db.execute(*self._narrow(query, values), **options)

    def cursor(self, query: str, *values: Any, **options: Any) -> Any:
        return self._db.cursor(*self._narrow(query, values), **options)

    def copy_from_query(self, query: str, *values: Any, **options: Any) -> Any:
        return self._db.copy_from_query(*self._narrow(query, values), **options)

    def transaction(self, **options: Any) -> Any:
        return self._db.transaction(**options)

    def is_in_transaction(self) -> bool:
        return self._db.is_in_transaction()


def narrow(db: Connection, site_ids: Sequence[int] | None) -> Connection:
    """The connection, narrowed to these channels; as it is for a member who sees all of them."""
    return db if site_ids is None else cast(Connection, NarrowedConnection(db, site_ids))


def without_narrowing(db: Connection) -> Connection:
    """The connection for a statement that must see all rows, though its session is narrowed.

    `tests/architecture/test_narrowing.py` lists its uses, each with the reason.
    """
    return db.whole if isinstance(db, NarrowedConnection) else db
