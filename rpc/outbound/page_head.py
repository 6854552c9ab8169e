"""Finds the meta tags in the head of another website's page, in a single pass, however malformed its markup is.

Python's own HTMLParser rescans a malicious page again and again, and raises AssertionError for another.
"""

import re

HEAD_TAGS = frozenset({"html", "head", "meta", "link", "title", "script", "style", "base",
                       "noscript", "template"})  # fmt: skip
"""Any other tag begins the body (HTML §13.2.6.4.4), which may hold what visitors wrote."""
MAX_TAGS, MAX_ATTRIBUTES = 2_000, 4_096
"""The most tags of a head that are read, and the most characters of one tag's attributes; the largest heads known have
a tenth of them. A malicious page delays the interpreter, and with it every other call, no longer than these take.
"""
TOKEN = re.compile(
    r"""
    <!--.*?(?:-->|\Z)                                        # a comment
    | <(?P<closing>/?)(?P<name>[a-z][^\s/>]*+)
      (?P<attributes>(?:[^"'>]++|"[^"]*(?:"|\Z)|'[^']*(?:'|\Z))*+)(?:>|\Z)
    | <[!?/][^>]*+(?:>|\Z)                                   # a doctype, and what browsers skip
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
"""The pattern of a token. One without an end extends to the end of the page, so that no character is scanned twice."""
ATTRIBUTE = re.compile(r"""([^\s"'<>/=]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"'<>`]++)))?""")
TEXT_ONLY = {
    name: re.compile(rf"</{name}(?=[\s/>])|\Z", re.IGNORECASE)
    for name in ("title", "script", "style", "noscript", "template")
}
"""The closing tags of elements that contain only text."""


def meta_values(page: str, name: str) -> set[str]:
    """The contents of the meta tags of that name."""
    values: set[str] = set()
    at = 0
    for _ in range(MAX_TAGS):
        if not (token := TOKEN.search(page, at)):
            break
        at = token.end()
        tag = (token["name"] or "").lower()
        if not tag:
            continue
        closing = bool(token["closing"])
        if tag not in HEAD_TAGS or (closing and tag == "head"):
            break
        if tag == "meta" and len(token["attributes"]) <= MAX_ATTRIBUTES:
            attributes = attributes_of(token["attributes"])
            if attributes.get("name", "").lower() == name:
                values.add(attributes.get("content", "").strip())
        if tag in TEXT_ONLY and not closing:
            end = TEXT_ONLY[tag].search(page, at)
            assert end is not None  # the end of the page at last
            at = end.start()
    return values


def attributes_of(text: str) -> dict[str, str]:
    """The attributes of a tag; the first of a name counts, as in a browser."""
    attributes: dict[str, str] = {}
    for name, *values in ATTRIBUTE.findall(text):
        attributes.setdefault(name.lower(), "".join(values))
    return attributes
