"""Values are bound to a statement by name: each once, whatever else has a colon."""

import pytest

from sql.core.db import number_once, text
from sql.core.sql_template import compose
from tests.support.portal import Portal


class TestText:
    def test_named_parameters_are_numbered_in_the_order_of_the_statement(self) -> None:
        query = text(
            "select * from link where publisher_id = :publisher_id and link_id = :link_id",
            link_id=2,
            publisher_id=1,
        )

        assert query.statement == "select * from link where publisher_id = $1 and link_id = $2"
        assert query.values == (1, 2)

    def test_parameter_name_used_twice_is_one_parameter(self) -> None:
        query = text("select :at, :name where now() < :at", name="x", at=3)

        assert query == ("select $1, $2 where now() < $1", (3, "x"))

    def test_statement_with_a_parameter_without_a_value_is_refused(self) -> None:
        with pytest.raises(TypeError, match="without a value: 'link_id'"):
            text("select :publisher_id, :link_id", publisher_id=1)

    def test_statement_with_a_value_without_a_parameter_is_refused(self) -> None:
        with pytest.raises(TypeError, match=r"without a parameter: \['link_id'\]"):
            text("select :publisher_id", publisher_id=1, link_id=2)

    def test_statement_with_a_misspelt_parameter_name_is_refused(self) -> None:
        with pytest.raises(TypeError):
            text("select :publisher_id", publisher=1)

    def test_statement_with_a_positional_parameter_is_refused(self) -> None:
        with pytest.raises(TypeError, match=r"\$1 in a statement"):
            text("select $1")

    def test_statement_with_a_positional_value_is_refused(self) -> None:
        with pytest.raises(TypeError):
            text("select :publisher_id", 1)  # type: ignore[call-arg]

    @pytest.mark.parametrize(
        "statement",
        [
            "select '1'::text, '{}'::bigint[]",
            "select 'a :name, it''s :another'",
            "select to_char(at, 'hh24:mi:ss') from click",
            "select jsonb_path_query(body, '$.lines[*] ? (@.kind == \":kind\")') from event",
            'select 1 as ":name"',
            "select 1 -- :name, or it's another",
            "select 1 /* :name */",
            "select $$ :name $$, $tag$ :name $1 $tag$",
            "select ids[first:last], ids[1:n] from given",
            "select '$1'",
        ],
    )
    def test_colons_that_name_no_parameter_are_left_unchanged(self, statement: str) -> None:
        assert text(statement) == (statement, ())

    def test_cast_after_a_named_parameter_is_kept(self) -> None:
        query = text("select :mids::bigint[], (:ids::uuid[])[1:2]", mids=[1], ids=[])

        assert query == ("select $1::bigint[], ($2::uuid[])[1:2]", ([1], []))

    def test_equal_sql_statements_share_one_text_object(self) -> None:
        first, second = (text("select :number::int + 1", number=number) for number in (1, 2))

        assert first.statement is second.statement

    def test_composed_parts_take_values_as_one_statement(self) -> None:
        parts = compose("select :first", "union all select :second")

        assert text(parts, second=2, first=1) == ("select $1\nunion all select $2", (1, 2))
        with pytest.raises(TypeError):
            text(parts, first=1)

    async def test_database_receives_the_values_bound_by_name(self, portal: Portal) -> None:
        query = text(
            "select :word::text || ':word' || :number::int, (array[1, 2, 3])[2:3]",
            number=7,
            word="a",
        )

        async with portal.db() as db:
            row = await db.fetchrow(query.statement, *query.values)

        assert row is not None
        assert tuple(row) == ("a:word7", [2, 3])


def test_composed_sql_statements_are_not_cached() -> None:
    """Their shapes are chosen by callers, and would fill the memory."""
    before = number_once.cache_info().currsize
    for column in ("a", "b", "c"):
        compose("select", column, "from made_up where publisher_id = :publisher_id")
    assert number_once.cache_info().currsize == before
    text("select 'fixed' where :publisher_id = 1", publisher_id=1)
    assert number_once.cache_info().currsize == before + 1
