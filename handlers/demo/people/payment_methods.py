"""The demonstration's payment methods: a bank account that is in use, a PayPal account, and one that Jonas proposes."""

import json
from datetime import datetime, timedelta
from functools import partial
from uuid import uuid4

import sql.accounts.login_directory
import sql.payments.method_proposal
import sql.payments.payment_method
from handlers.demo.core.steps import Write
from handlers.demo.people import people
from rpc.process.resources import Resources
from rpc.security.encryption import Encryption
from schema.accounts.auth import email_login
from schema.core.associated_data import AssociatedData
from schema.payments import method_proposal, payment_method
from schema.payments.payee import Entity, Layout, MethodKind, account_ending
from schema.payments.payment_method import SealedMethod
from schema.payments.payment_method_wait import wait_of_details
from sql.accounts.account import Login
from sql.core.db import Connection

METHODS = {
    Layout(MethodKind.BANK, "GB", "GBP", Entity.COMPANY): {
        "holder": people.COMPANY.name,
        "sort_code": "200415",
        "account_number": "38290008",
    },
    Layout(MethodKind.PAYPAL, "GB", "GBP", Entity.PERSON): {
        "holder": "Robin",
        "email": people.EMAIL,
    },
}
AGE = timedelta(days=300)
PROPOSED = Layout(MethodKind.PAYONEER, "GB", "USD", Entity.COMPANY)
PROPOSED_FIELDS = {"holder": people.COMPANY.name, "email": "accounts@kettleandkeel.example"}
PROPOSED_AGO = timedelta(days=2, hours=3)
PROPOSER = "finance@example.com"


async def make(_: Connection, portal: Resources) -> Write:
    return partial(write, seals=portal.encryption, made_at=portal.clock.now() - AGE)


async def write(db: Connection, seals: Encryption, made_at: datetime) -> None:
    uid = (await people.find(db)).uid
    for layout, fields in METHODS.items():
        method = seal(seals, layout, fields, payment_method.associated_data(uid, str(uuid4())))
        wait = wait_of_details(made_at, None, None)
        await sql.payments.payment_method.add(db, uid, layout, method, wait=wait, now=made_at)


async def make_proposal(_: Connection, portal: Resources) -> Write:
    now = portal.clock.now()
    return partial(write_proposal, seals=portal.encryption, proposed_at=now - PROPOSED_AGO)


async def write_proposal(db: Connection, seals: Encryption, proposed_at: datetime) -> None:
    uid = (await people.find(db)).uid
    proposer = await sql.accounts.login_directory.find(db, email_login(PROPOSER))
    if proposer is None:
        return  # in a database whose demonstration is older than its team
    method = seal(
        seals, PROPOSED, PROPOSED_FIELDS, method_proposal.associated_data(uid, str(uuid4()))
    )
    of = Login(uid, proposer.account_id)
    await sql.payments.method_proposal.add(db, of, None, PROPOSED, method, proposed_at)


def seal(
    seals: Encryption, layout: Layout, fields: dict[str, str], where: AssociatedData
) -> SealedMethod:
    return SealedMethod(
        row_key=where.row,
        sealed=seals.seal(json.dumps(fields), where),
        blind_indexes=seals.blind_index(layout.account_identity(fields)),
        ending=account_ending(fields),
    )
