"""A session is read by position, so the columns of its statement stand in the order of its fields."""

from sql.accounts.session import FIND, Session
from tests.support.portal import Portal


async def test_columns_of_a_session_stand_in_the_order_of_its_fields(portal: Portal) -> None:
    async with portal.db() as db:
        prepared = await db.prepare(FIND.statement)
        names = tuple(attribute.name for attribute in prepared.get_attributes())
    assert names == Session.__struct_fields__[: len(names)]
    rest = ("scopes", "token_id", "grant_id", "credential")
    assert Session.__struct_fields__[len(names) :] == rest, "those of API tokens and apps"
