"""Keys generated once and stored in the database, because the data made with them must stay readable."""

from sql.core.db import Connection, one_value, run, text


async def get(db: Connection, name: str, generated: bytes) -> bytes:
    """The key with that name; the first process to ask stores its `generated` one."""
    await run(
        db,
        text(
            "insert into kept_key (name, value) values (:name, :generated) on conflict do nothing",
            name=name,
            generated=generated,
        ),
    )
    value: bytes = await one_value(
        db, text("select value from kept_key where name = :name", name=name)
    )
    return value
