"""The associated data of AES-GCM: the table, column and row to which an encrypted text is bound."""

from typing import NamedTuple


class AssociatedData(NamedTuple):
    """The place where an encrypted text is stored. `row` is an id made before the row is written, such as a UUID."""

    table: str
    column: str
    row: str
    publisher_id: int

    @property
    def as_bytes(self) -> bytes:
        return f"{self.table}|{self.column}|{self.row}|{self.publisher_id}".encode()
