"""Re-encrypts payment methods and bank files once there is a newer key."""

import json
from datetime import timedelta
from itertools import groupby

import structlog

import sql.network.payment
import sql.network.payments.payout_file
import sql.payments.payment_method
from rpc import Worker, job
from rpc.security.encryption import DecryptionError
from schema.core.envelope import Nothing
from schema.payments.payee import Layout
from schema.payments.payment_method import OutdatedMethod, ReencryptedMethod, associated_data

log = structlog.get_logger()

METHODS_AT_ONCE = 200
FILES_AT_ONCE = 20


@job("/payments/reencrypt", every=timedelta(days=1), atomic=False)
async def reencrypt(ctx: Worker, attributes: Nothing) -> None:  # noqa: ARG001 - as all jobs
    """Re-encrypt with the newest key everything that an older key encrypted. Safe to interrupt."""
    key_id, after = ctx.resources.encryption.key_id, (0, 0)
    while rows := await sql.network.payment.find_outdated(
        ctx.db, key_id, after=after, most=METHODS_AT_ONCE
    ):
        for uid, of_publisher in groupby(rows, key=lambda row: row.publisher_id):
            rows_of_publisher = [new for row in of_publisher if (new := reencrypt_row(ctx, row))]
            await sql.payments.payment_method.reencrypt(ctx.db, uid, rows_of_publisher)
        after = rows[-1].publisher_id, rows[-1].id
    await reencrypt_files(ctx)


def reencrypt_row(ctx: Worker, row: OutdatedMethod) -> ReencryptedMethod | None:
    """The row encrypted with the newest key. If no key decrypts the row, log an error and return None."""
    keys, where = ctx.resources.encryption, associated_data(row.publisher_id, row.row_key)
    try:
        plain = keys.open(row.sealed, where)
    except DecryptionError:
        log.error("not opened", table=where.table, publisher_id=row.publisher_id, id=row.id)
        return None
    layout = Layout(row.kind, row.country, row.currency, row.entity)
    mark = keys.blind_index(layout.account_identity(json.loads(plain)))[-1]
    return ReencryptedMethod(
        id=row.id, before=row.sealed, sealed=keys.seal(plain, where), blind_index=mark
    )


async def reencrypt_files(ctx: Worker) -> None:
    """Re-encrypt with the newest key the files that an older key encrypted. Safe to interrupt."""
    keys, after = ctx.resources.encryption, 0
    while files := await sql.network.payments.payout_file.find_outdated(
        ctx.db, keys.key_id, after, FILES_AT_ONCE
    ):
        for file in files:
            where = sql.network.payments.payout_file.associated_data(file.row_key)
            try:
                sealed = keys.seal(keys.open(file.sealed, where), where)
            except DecryptionError:
                continue
            await sql.network.payments.payout_file.reencrypt(ctx.db, file, sealed)
        after = files[-1].file_id
