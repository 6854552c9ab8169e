"""Which keys the encrypted rows of all publishers need (rpc/security/encryption.py)."""

from sql.core.db import Connection, fetch, text

COUNT = """
with sealed_row as (
  select 'payment methods' as kind, sealed from payment_method
  union all select 'proposed payment methods', sealed from method_proposal
  union all select 'former payment details', former ->> 'sealed' from guarded_change
  union all select 'two-step secrets', two_step_secret from account
  union all select 'two-step secrets under way', two_step_pending from account
  union all select 'secrets of postbacks', secret from postback
  union all select 'former secrets of postbacks', old_secret from postback
  union all select 'bank files', sealed from payout_file
  union all select 'schedules', sealed from schedule)
select kind, split_part(sealed, '|', 2) as key_id, count(*) as rows
  from sealed_row where sealed is not null group by 1, 2 order by 1, 2
"""


async def count_by_key(db: Connection) -> dict[str, dict[str, int]]:
    """How many rows of each kind need which key, by key id and kind."""
    found: dict[str, dict[str, int]] = {}
    for row in await fetch(db, text(COUNT)):
        found.setdefault(row["key_id"], {})[row["kind"]] = row["rows"]
    return found
