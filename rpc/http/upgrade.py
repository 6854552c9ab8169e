"""A request that asks to go on in another protocol, read as the plain HTTP/1.1 request that it also is."""

from typing import Any


class IgnoredUpgrade:
    """Told by a second parser what follows such a request's headers.

    That parser begins with headers of our own, which say how long the body is and are passed to nobody.
    """

    def __init__(self, protocol: Any) -> None:
        self._protocol = protocol
        self._own = True
        self.on_body = protocol.on_body
        self.on_message_complete = protocol.on_message_complete

    def on_message_begin(self) -> None:
        if not self._own:
            self._protocol.on_message_begin()

    def on_url(self, url: bytes) -> None:
        if not self._own:
            self._protocol.on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        if not self._own:
            self._protocol.on_header(name, value)

    def on_headers_complete(self) -> None:
        if self._own:
            self._own = False
        else:
            self._protocol.on_headers_complete()
