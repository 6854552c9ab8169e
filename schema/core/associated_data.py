"""Where a sealed text is kept, to which it is bound."""

from typing import NamedTuple


class AssociatedData(NamedTuple):
    """Where a sealed text is kept. `row` is an id drawn before the row is written, such as a uuid."""

    table: str
    column: str
    row: str
    publisher_id: int

    @property
    def as_bytes(self) -> bytes:
        return f"{self.table}|{self.column}|{self.row}|{self.publisher_id}".encode()
