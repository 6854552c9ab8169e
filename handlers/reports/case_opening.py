"""Opens cases, one or a thousand at once, each with its first step, and queues the mails about them."""

from collections.abc import Sequence
from typing import NamedTuple

import sql.accounts.publisher
import sql.core.outbox
import sql.orders.order_case
from handlers.flows.case_steps import mail_opened
from handlers.reports.case_claims import claim, read_facts
from rpc import Code, Fault, Publisher
from schema.orders.order_case import OPEN_MAX, CaseDraft
from sql.orders.order_case import NewCase, OpenCase, OpeningStep

Subject = tuple[str, int | None, str]
"""What a case is about: its kind, its brand, and an order, a month or a question."""


class Opened(NamedTuple):
    """A case that was just opened, or an open case about the same subject."""

    case_id: int
    is_new: bool


async def open_cases(ctx: Publisher, drafts: Sequence[CaseDraft]) -> list[Opened | Fault]:
    """Open the cases of some drafts. Returns the outcome of each; a refused one has written nothing."""
    uid = ctx.publisher_id
    await sql.accounts.publisher.lock(ctx.db, uid)  # nobody else opens cases of it until we commit
    undecided = await sql.orders.order_case.count_undecided(ctx.db, uid)
    facts = await read_facts(ctx, drafts)
    known = await sql.orders.order_case.find_undecided(ctx.db, uid, list(facts.claim_days))
    open_already = {subject: case.case_id for case in known for subject in subjects(case)}
    new = dict[int, tuple[NewCase, OpeningStep]]()
    index_of = dict[Subject, int]()
    refused = dict[int, Fault]()
    opened = dict[int, Opened]()
    repeats = dict[int, int]()
    for index, draft in enumerate(drafts):
        try:
            case = claim(facts, draft)
        except Fault as fault:
            refused[index] = fault
            continue
        about = subjects(case)
        if found := [open_already[subject] for subject in about if subject in open_already]:
            opened[index] = Opened(found[0], is_new=False)
        elif earlier := [index_of[subject] for subject in about if subject in index_of]:
            repeats[index] = earlier[0]
        elif undecided + len(new) >= OPEN_MAX:
            why = f"You have {OPEN_MAX} open cases, which is the most there can be"
            refused[index] = Fault(Code.STATE_FORBIDS, why, field="attributes.kind")
        else:
            new[index] = case, OpeningStep.of(draft.note, draft.evidence)
            index_of |= dict.fromkeys(about, index)
    case_ids = await sql.orders.order_case.add_all(ctx.db, [*new.values()], ctx.now)
    for index, case_id in zip(new, case_ids, strict=True):
        opened[index] = Opened(case_id, is_new=True)
    for index, of_earlier in repeats.items():
        opened[index] = opened[of_earlier]._replace(is_new=False)
    cases = await sql.orders.order_case.for_events(ctx.db, uid, case_ids)
    notes = {opened[index].case_id: step.note for index, (_, step) in new.items()}
    events = [case.to_event(None, notes[case.case_id]) for case in cases]
    await sql.core.outbox.add(ctx.db, events, ctx.now)
    await mail_opened(
        ctx,
        uid,
        [(case_id, step.note) for case_id, (_, step) in zip(case_ids, new.values(), strict=True)],
    )
    return [refused.get(index) or opened[index] for index in range(len(drafts))]


def subjects(case: NewCase | OpenCase) -> list[Subject]:
    """The subjects that no other open case may have: each month of a brand, or the order, or the question."""
    return [(case.kind, case.mid, name) for name in case.periods or [case.order_id]]
