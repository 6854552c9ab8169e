"""The demonstration's payment methods: a bank account that is in use, and a PayPal account."""

import json
from datetime import datetime, timedelta
from functools import partial
from uuid import uuid4

import sql.payments.payment_method
from handlers.demo.core.steps import Write
from handlers.demo.people import people
from rpc.process.resources import Resources
from rpc.security.encryption import Encryption
from schema.payments.payee import Entity, Layout, MethodKind, account_ending
from schema.payments.payment_method import SealedMethod, associated_data
from schema.payments.payment_method_wait import wait_of_details
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


async def make(_: Connection, portal: Resources) -> Write:
    return partial(write, seals=portal.encryption, made_at=portal.clock.now() - AGE)


async def write(db: Connection, seals: Encryption, made_at: datetime) -> None:
    uid = (await people.find(db)).uid
    for layout, fields in METHODS.items():
        row_key = str(uuid4())
        method = SealedMethod(
            row_key=row_key,
            sealed=seals.seal(json.dumps(fields), associated_data(uid, row_key)),
            blind_indexes=seals.blind_index(layout.account_identity(fields)),
            ending=account_ending(fields),
        )
        wait = wait_of_details(made_at, None, None)
        await sql.payments.payment_method.add(db, uid, layout, method, wait=wait, now=made_at)
