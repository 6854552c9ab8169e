"""A publisher's VAT claim, and the decision of the network's staff."""

from datetime import datetime

from schema.payments.vat_standing import ReviewState, VatClaim, VatDecision, VatReview
from sql.core.db import Connection, maybe_row, run, text


async def get(db: Connection, publisher_id: int) -> VatReview | None:
    query = text(
        """
        select status, country, name, number, stated_at, state, decided_at, reason, ends_at
          from vat_review where publisher_id = :publisher_id
        """,
        publisher_id=publisher_id,
    )
    return await maybe_row(db, query, VatReview)


async def state(
    db: Connection, publisher_id: int, claim: VatClaim, state: ReviewState, now: datetime
) -> None:
    """Store a claim, replacing the previous one and any decision about it."""
    query = text(
        """
        insert into vat_review (publisher_id, status, country, name, number, stated_at, state)
        values (:publisher_id, :status, :country, :name, :number, :now, :state)
        on conflict (publisher_id) do update
           set status = excluded.status, country = excluded.country, name = excluded.name,
               number = excluded.number, stated_at = excluded.stated_at, state = excluded.state,
               decided_at = null, decided_by = null, evidence = null, reason = null, ends_at = null,
               told_at = null
        """,
        publisher_id=publisher_id,
        status=claim.status,
        country=claim.country,
        name=claim.name,
        number=claim.number,
        now=now,
        state=state,
    )
    await run(db, query)


async def remove(db: Connection, publisher_id: int) -> None:
    """Delete the publisher's claim."""
    await run(
        db,
        text(
            "delete from vat_review where publisher_id = :publisher_id", publisher_id=publisher_id
        ),
    )


async def decide(
    db: Connection, decision: VatDecision, account_id: int, now: datetime, ends_at: datetime | None
) -> bool:
    """Record a decision about a claim; False if it was decided or another claim was made since."""
    query = text(
        """
        update vat_review
           set state = :state, decided_at = :now, decided_by = :account_id, evidence = :evidence, reason = :reason,
               ends_at = :ends_at
         where publisher_id = :uid and stated_at = :stated_at and state <> 'unneeded'
           and (:was::text is null or state = :was)
        """,
        was=decision.was,
        uid=decision.uid,
        stated_at=decision.stated_at,
        state=decision.state,
        now=now,
        account_id=account_id,
        evidence=decision.evidence,
        reason=decision.reason if decision.state is ReviewState.REJECTED else None,
        ends_at=ends_at,
    )
    return bool(await run(db, query))


async def ask_again(db: Connection, publisher_id: int, now: datetime) -> bool:
    """Make a claim with an expired confirmation wait for an operator again."""
    query = text(
        """
        update vat_review
           set state = 'waiting', decided_at = null, decided_by = null, evidence = null,
               ends_at = null, told_at = null
         where publisher_id = :publisher_id and state = 'confirmed' and ends_at <= :now
        """,
        publisher_id=publisher_id,
        now=now,
    )
    return bool(await run(db, query))
