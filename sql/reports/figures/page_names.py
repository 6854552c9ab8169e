"""The names of pages and placements in a report."""

from schema.core.page_and_placement import ValueKind
from sql.core.sql_template import piece


def value_names(kind: ValueKind) -> str:
    """The `from` item with the texts of a publisher's values, also of clicks that wait, as `key` and `value`."""
    return piece(
        *("(select key, min(value) as value from (", "select key, value from click_value"),
        f"where publisher_id = :publisher_id and kind = '{kind}' union all",
        *("select", f"{kind}_id,", kind, "from click_waiting"),
        f"where publisher_id = :publisher_id and {kind}_id <> 0",
        ") as each_value group by key)",
    )
