"""`portal restore --release`: shows what was issued after the restored moment, takes it over, and lets go."""

import csv
from argparse import Namespace as Arguments
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import sql.core.restoration
import sql.network.issued
from handlers._registry import registry
from handlers.cli.arguments import ArgumentError
from handlers.cli.call import make_context
from handlers.cli.runner import run_with_resources
from handlers.flows.payments.payment_transitions import Change, Payout, lock, transition
from rpc.backup.errors import BackupError
from rpc.calls.context import Operator
from rpc.calls.registry_entry import Procedure
from rpc.config.settings import Settings
from rpc.outbound.payout_client import PayoutUnknown
from rpc.process.resources import Resources, open_resources
from schema.core.backup import Hold, Issued, IssuedPayment
from schema.core.money import format_money
from schema.payments.payment import PaymentState, PayoutChannel
from sql.core.db import Connection
from sql.network.issued import Standing

FROM_SENT = (PaymentState.PAID, PaymentState.FAILED, PaymentState.RETURNED)
"""What a bank may say of a payment that was sent."""


class Answer(NamedTuple):
    """What the bank says of a payment."""

    status: PaymentState
    reference: str


def command(settings: Settings, arguments: Arguments) -> None:
    statuses = read_statuses(arguments.statuses)
    opener = partial(open_resources, settings)
    run_with_resources(settings, opener, partial(run, statuses, confirmed=arguments.confirm))


async def run(statuses: dict[int, Answer], resources: Resources, *, confirmed: bool) -> None:
    """Release the portal; if something left it meanwhile, only once that was looked at."""
    async with resources.pool.acquire() as db:
        hold = await sql.core.restoration.get(db)
        if hold is None:
            raise BackupError("this portal is not held: it was not restored, or has been released")
        standings = await sql.network.issued.standings(db, hold.issued)
    lines = [
        *describe_issued(hold.issued, standings),
        *[line async for line in ask_provider(resources, hold.issued)],
    ]
    for line in lines:
        print(line)
    unknown = sorted(set(statuses) - {each.payment_id for each in hold.issued.payments})
    if unknown:
        raise ArgumentError(
            f"--statuses: payment {unknown[0]} did not leave after {hold.reached_at:%Y-%m-%d %H:%M:%S} UTC; take its"
            " line out, and record it by /network/payment_set"
        )
    if lines and not confirmed:
        print(
            f"\nThis left after {hold.reached_at:%Y-%m-%d %H:%M:%S} UTC, the moment that was restored. Run again with"
            " --confirm: payments that are known here are then taken over as sent, and none is paid twice."
        )
        raise SystemExit(1)
    async with resources.pool.acquire() as db, db.transaction():
        taken = await take_over(db, resources, hold, statuses)
        await sql.core.restoration.release(db, resources.clock.now())
    print(f"Released: {taken} payments were taken over. Workers go on within seconds.")


def describe_issued(issued: Issued, standings: dict[int, Standing]) -> Iterator[str]:
    """A line for each thing that cannot be undone."""
    for document in issued.documents:
        yield (
            f"Document {document.number} of publisher {document.uid} was issued on {document.issued_at:%Y-%m-%d}"
            f" for payment {document.payment_id}; its number is not given again"
        )
    for file in issued.files:
        yield f"Bank file {file.name} (number {file.file_id}, batch {file.batch_id}) was made"
    for payment in issued.payments:
        amount = format_money(payment.amount, payment.currency)
        how = "the payout provider" if payment.channel == PayoutChannel.PROVIDER else payment.file
        what = f"Payment {payment.payment_id} of publisher {payment.uid}, {amount}, was {payment.state}"
        by = f", by {how}" if how else ""
        if payment.payment_id in standings:
            yield f"{what}{by}; here it is {standings[payment.payment_id].state}"
        else:
            yield (
                f"{what}{by}; here it is unknown, because it was requested later: if the money left, take it off the"
                f" publisher's balance by a negative bonus (/network/bonus_save)"
            )


async def ask_provider(resources: Resources, issued: Issued) -> AsyncIterator[str]:
    """What the payout provider says of the payments that were handed to it. Raises BackupError if it is silent."""
    for payment in issued.payments:
        if payment.channel != PayoutChannel.PROVIDER:
            continue
        if resources.payout_provider is None:
            raise BackupError(
                f"payment {payment.payment_id} was handed to the payout provider, which is asked first: set"
                " PAYOUT_URL and PAYOUT_KEY"
            )
        try:
            report = await resources.payout_provider.ask(payment.payment_id)
        except PayoutUnknown as error:
            raise BackupError(
                f"the payout provider does not say what became of payment {payment.payment_id} ({error});"
                " try again later"
            ) from None
        answer_text = "does not know it" if report is None else f"says: {report.state}"
        yield f"Payment {payment.payment_id}: the payout provider {answer_text}"


async def take_over(
    db: Connection, resources: Resources, hold: Hold, statuses: dict[int, Answer]
) -> int:
    """Record of each payment what had become of it, by the list and by the bank's answers. Returns how many."""
    standings = await sql.network.issued.standings(db, hold.issued)
    ctx = make_context(registry.find("/network/payment_set", Procedure), db, resources)
    assert isinstance(ctx, Operator)
    taken = 0
    for payment in hold.issued.payments:
        if payment.payment_id in standings:
            taken += await take_over_one(ctx, payment, statuses.get(payment.payment_id))
    return taken


async def take_over_one(ctx: Operator, issued: IssuedPayment, answer: Answer | None) -> bool:
    """Bring a payment to where it was; whether anything was to be done."""
    here = await lock(ctx, issued.uid, issued.payment_id)
    again = here.state is PaymentState.FAILED and here.attempt < issued.attempt
    changes = []
    if here.state is PaymentState.REQUESTED or again:
        payout = Payout(issued.amount, issued.rate, issued.batch_id, PayoutChannel(issued.channel))
        changes.append(Change(PaymentState.PROCESSING, payout))
    elif here.state not in (PaymentState.PROCESSING, PaymentState.SENT):
        return False
    # The provider is polled about what it has, and its answer is recorded by the worker.
    if issued.channel == PayoutChannel.FILE:
        if here.state is not PaymentState.SENT:
            reference = answer.reference if answer else ""
            known = reference or issued.reference or issued.file or f"batch {issued.batch_id}"
            changes.append(Change(PaymentState.SENT, reference=known))
        last = answer.status if answer else PaymentState(issued.state)
        if last in FROM_SENT:
            why = None if last is PaymentState.PAID else "known from before the restore"
            changes.append(Change(last, reason=why))
    for change in changes:
        await transition(ctx, await lock(ctx, issued.uid, issued.payment_id), change)
    return bool(changes)


def read_statuses(path: str | None) -> dict[int, Answer]:
    """The bank's answers by payment. Raises ArgumentError with the line that cannot be read."""
    if path is None:
        return {}
    found: dict[int, Answer] = {}
    try:
        rows = list(csv.reader(Path(path).read_text().splitlines()))
    except (OSError, UnicodeDecodeError) as error:
        raise ArgumentError(f"--statuses: {path} cannot be read ({error})") from None
    for number, row in enumerate(rows, 1):
        if not row or row[0].strip() == "payment_id":
            continue
        try:
            status = PaymentState(row[1].strip().lower())
            if status not in (*FROM_SENT, PaymentState.SENT):
                raise ValueError
            found[int(row[0])] = Answer(status, row[2].strip() if len(row) > 2 else "")
        except (ValueError, IndexError):
            raise ArgumentError(
                f"--statuses: line {number} is not payment_id,status[,reference] with sent, paid, failed or returned"
            ) from None
    return found
