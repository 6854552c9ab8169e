"""Custom paths that differ only in letter case, from before paths were unique in any letter case."""

from msgspec import Struct

from sql.core.db import Connection, all_rows, text


class PathPair(Struct, frozen=True):
    """A path, and the other link that all its other spellings lead to."""

    path: str
    uid: int
    code: str
    other_path: str
    other_uid: int
    other_code: str


async def find(db: Connection) -> list[PathPair]:
    """The paths with capital letters whose spelling in lower case belongs to another link."""
    query = text(
        """
        with mixed as materialized (
            select path, publisher_id, code from track_directory where path <> lower(path)
        )
        select mixed.path, mixed.publisher_id as uid, mixed.code, other.path as other_path,
               other.publisher_id as other_uid, other.code as other_code
          from track_directory as other
          join mixed on lower(mixed.path) = other.path
         where (mixed.publisher_id, mixed.code) <> (other.publisher_id, other.code)
         order by other.path, mixed.path
        """
    )
    return await all_rows(db, query, PathPair)
