"""What has been issued: payments, bank files and numbered documents, of all publishers."""

from datetime import datetime
from typing import NamedTuple

import msgspec

from schema.core.backup import Issued, IssuedDocument, IssuedFile, IssuedPayment, Series
from sql.core.db import Connection, all_rows, fetch, one_value, run, text


async def find(db: Connection, since: datetime, now: datetime) -> Issued:
    """What was issued since a time, and the last number of each sequence and series."""
    payments = text(
        """
        select p.payment_id, p.publisher_id as uid, p.state, p.channel, p.attempt,
               p.payout_currency as currency, p.payout_amount as amount, p.rate, p.batch_id,
               f.name as file, p.trace_id as reference,
               greatest(p.processed_at, f.made_at, p.sent_at, p.paid_at, p.ended_at) as left_at
          from payment p
          left join payout_file_payment c on c.publisher_id = p.publisher_id
                                         and c.payment_id = p.payment_id and c.attempt = p.attempt
          left join payout_file f on f.file_id = c.file_id
         where greatest(p.processed_at, f.made_at, p.sent_at, p.paid_at, p.ended_at) >= :since
           and p.payout_amount is not null and p.rate is not null
         order by p.payment_id
        """,
        since=since,
    )
    documents = text(
        """
        select number, publisher_id as uid, payment_id, issued_at from invoice
         where number is not null and issued_at >= :since order by issued_at, number
        """,
        since=since,
    )
    files = text(
        "select file_id, batch_id, name, made_at from payout_file where made_at >= :since order by file_id",
        since=since,
    )
    restored = text(
        "select left_after::text as left_after from restoration where restored_at >= :since order by 1",
        since=since,
    )
    series = text("select entity_id, year, last from invoice_series order by entity_id, year")
    here = Issued(
        at=now,
        sequences=await sequences(db),
        series=await all_rows(db, series, Series),
        payments=await all_rows(db, payments, IssuedPayment),
        documents=await all_rows(db, documents, IssuedDocument),
        files=await all_rows(db, files, IssuedFile),
    )
    lost = [
        msgspec.json.decode(row["left_after"], type=Issued) for row in await fetch(db, restored)
    ]
    return add_lost(here, lost)


def add_lost(here: Issued, lost: list[Issued]) -> Issued:
    """What this database issued, and what was issued before it was restored to a time at which that was unknown."""
    payments = {(each.payment_id, each.attempt): each for part in lost for each in part.payments}
    documents = {each.number: each for part in lost for each in part.documents}
    files = {each.file_id: each for part in lost for each in part.files}
    return msgspec.structs.replace(
        here,
        payments=[
            *(payments | {(each.payment_id, each.attempt): each for each in here.payments}).values()
        ],
        documents=[*(documents | {each.number: each for each in here.documents}).values()],
        files=[*(files | {each.file_id: each for each in here.files}).values()],
    )


async def get_marks(db: Connection) -> tuple[int, int]:
    """Two numbers that grow when a batch or a bank file is made, and when a document gets a number."""
    query = text(
        """
        select coalesce(sum(last_value), 0)::bigint as drawn,
               (select coalesce(sum(last), 0)::bigint from invoice_series) as numbered
          from pg_sequences
         where schemaname = 'public' and sequencename in ('payment_batch', 'payout_file_file_id_seq')
        """
    )
    [row] = await fetch(db, query)
    return row["drawn"], row["numbered"]


async def sequences(db: Connection) -> dict[str, int]:
    """The last number drawn from each sequence."""
    query = text(
        """
        select sequencename, last_value from pg_sequences
         where schemaname = 'public' and last_value is not null order by 1
        """
    )
    return {row["sequencename"]: row["last_value"] for row in await fetch(db, query)}


async def skip_numbers(db: Connection, issued: Issued) -> None:
    """Reuse no number: sequences and series of invoices continue after the highest."""
    here = await sequences(db)
    for name, last in issued.sequences.items():
        if name in here or await sequence_exists(db, name):
            top = max(last, here.get(name, 0))
            await one_value(db, text("select setval(:name::regclass, :top)", name=name, top=top))
    query = text(
        """
        insert into invoice_series as series (entity_id, year, last)
        select * from unnest(:entity_ids::bigint[], :years::int[], :lasts::int[])
            on conflict (entity_id, year) do update set last = greatest(series.last, excluded.last)
        """,
        entity_ids=[each.entity_id for each in issued.series],
        years=[each.year for each in issued.series],
        lasts=[each.last for each in issued.series],
    )
    await run(db, query)


async def sequence_exists(db: Connection, name: str) -> bool:
    return await one_value(db, text("select to_regclass(:name)", name=name)) is not None


class Standing(NamedTuple):
    """How a payment stands here: its state, and how often it was tried."""

    state: str
    attempt: int


async def standings(db: Connection, issued: Issued) -> dict[int, Standing]:
    """How each of these payments stands in the database, as far as it knows them."""
    query = text(
        "select payment_id, state, attempt from payment where payment_id = any(:ids)",
        ids=[each.payment_id for each in issued.payments],
    )
    rows = await fetch(db, query)
    return {row["payment_id"]: Standing(row["state"], row["attempt"]) for row in rows}
