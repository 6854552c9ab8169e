"""SQL that PyPika cannot express, such as full-text search, inside its queries."""

from typing import Any, LiteralString

from pypika.queries import QueryBuilder
from pypika.terms import Criterion

from sql.core.db import ParameterNames, Template, param, template


class fragment(Criterion):  # noqa: N801 - reads as a word of the query it stands in
    """A literal piece of SQL, in which `:name` is a parameter."""

    def __init__(self, statement: LiteralString) -> None:
        super().__init__()
        self.statement = statement

    def get_sql(self, **kwargs: Any) -> str:
        names: ParameterNames = kwargs["parameter"]
        statement = names.number_names(self.statement)
        return (
            f'{statement} "{self.alias}"' if kwargs.get("with_alias") and self.alias else statement
        )


def paginate(query: QueryBuilder) -> Template:
    """The statement for a page of a query: at most `size` rows, starting at `offset`."""
    size: Any = param("size")
    offset: Any = param("offset")
    return template(query.limit(size).offset(offset))
