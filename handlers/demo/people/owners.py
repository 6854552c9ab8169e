"""The owners of the other publishers, so that the staff's screens show a person beside each."""

from functools import partial

from handlers.demo.core.steps import Write
from handlers.demo.people.people import PASSWORDS, add_account
from rpc.process.resources import Resources
from schema.accounts.permission import Role
from sql.core.db import Connection, fetch, text

OWNERS = {
    "Larder Notes": "Priya",
    "Hill and Harbour": "Owen",
    "Paper Lantern": "Mei",
    "Two Spades": "Callum",
    "Slow Sunday": "Freya",
    "Out of Doors": "Tomasz",
    "Bramble and Bow": "Harriet",
    "Cotswold Finds": "George",
    "Drumlin Media": "Niamh",
    "Everyday Thrift": "Sanjay",
    "Foxglove Letters": "Elsie",
    "Gable End Guides": "Rhys",
    "Hillfoot Press": "Isla",
    "Harbour Reads": "Dana",
}
"""Their names, by publisher."""


async def make(_: Connection, portal: Resources) -> Write:
    return partial(write, hash=await portal.passwords.hash(PASSWORDS[0]))


async def write(db: Connection, hash: str) -> None:
    query = text(
        """
        select publisher_id, name, created_at from publisher
         where name = any(:names::text[])
           and not exists (select from account where account.publisher_id = publisher.publisher_id)
         order by publisher_id
        """,
        names=list(OWNERS),
    )
    for uid, name, signed_up in await fetch(db, query):
        word = name.lower().replace(" ", "-")
        email = f"{word}@example.com"
        await add_account(db, uid, word, email, OWNERS[name], Role.OWNER, hash, signed_up)
