"""The pages about the API: guides, and one for each call that a token can make."""

from enum import IntEnum

from msgspec import Struct

from schema.core.scalar import Flag, Id, Text255


class ApiType(IntEnum):
    GUIDE = 1
    CALL = 2


class ApiField(Struct, frozen=True):
    """A field of a request or a response, named by its path. `type` is described in words, with its limits.

    `default` applies if the field is left out; null if there is none. `about` is empty if the name explains the field.
    """

    name: str
    type: str
    required: bool
    default: str | None
    about: str


class ApiCode(Struct, frozen=True):
    code: int
    message: str


class ApiExample(Struct, frozen=True):
    """A code example that makes the call; it reads the token from the environment variable PORTAL_TOKEN."""

    language: str
    source: str


class ApiParams(Struct, frozen=True, kw_only=True):
    """The content of a page about the API: a guide has only `text`, a call all other fields.

    `body` is an example request.
    """

    text: str | None = None
    summary: str | None = None
    scope: str | None = None
    parameters: list[ApiField] = []
    answer: list[ApiField] = []
    codes: list[ApiCode] = []
    body: str | None = None
    examples: list[ApiExample] = []


class ApiItem(Struct, frozen=True, kw_only=True):
    """A page about the API. `params` is null in the menu, `summary` a line about what a call does; null of a guide."""

    id: Id
    app_uuid: str
    name: str
    front_path: str
    is_hidden: Flag
    sort: int
    params: ApiParams | None
    type: ApiType
    summary: str | None = None


class ApiRef(Struct, frozen=True, forbid_unknown_fields=True):
    """Give either `id` or `front_path`."""

    id: Id | None = None
    front_path: Text255 | None = None
