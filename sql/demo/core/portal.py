"""What the demonstration data need of the running portal."""

from datetime import datetime
from typing import Protocol

from schema.core.associated_data import AssociatedData
from schema.core.ids import Ids
from sql.core.db import Pool


class Settings(Protocol):
    @property
    def public_url(self) -> str: ...


class Clock(Protocol):
    def now(self) -> datetime: ...


class Passwords(Protocol):
    async def hash(self, password: str) -> str: ...


class Encryption(Protocol):
    def seal(self, plain: str, associated_data: AssociatedData) -> str: ...
    def blind_index(self, plain: str) -> list[bytes]: ...


class Storage(Protocol):
    async def put(self, name: str, body: bytes) -> None: ...


class Portal(Protocol):
    @property
    def settings(self) -> Settings: ...
    @property
    def pool(self) -> Pool: ...
    @property
    def clock(self) -> Clock: ...
    @property
    def ids(self) -> Ids: ...
    @property
    def encryption(self) -> Encryption: ...
    @property
    def passwords(self) -> Passwords: ...
    @property
    def storage(self) -> Storage: ...
