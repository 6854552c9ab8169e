"""`portal receiver`: a small server that prints the requests it gets, to try out postbacks."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

BODY_LIMIT = 1_000_000


class Receiver(BaseHTTPRequestHandler):
    """Answers 200 and prints the request."""

    def receive(self) -> None:
        """Print a request of any method."""
        size = self.headers.get("Content-Length", "0")
        body = (
            self.rfile.read(min(int(size), BODY_LIMIT))
            if size.isascii() and size.isdigit()
            else b""
        )
        lines = [
            f"{self.command} {self.path}",
            *(f"{name}: {text}" for name, text in self.headers.items()),
        ]
        print("\n".join(lines), body.decode(errors="replace"), sep="\n\n", end="\n\n", flush=True)
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Content-Length", "3")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(b"ok\n")

    do_GET = do_HEAD = do_POST = do_PUT = do_PATCH = do_DELETE = receive  # noqa: N815 - their names

    def log_message(self, format: str, *arguments: object) -> None:
        """Log nothing, because the request itself is printed."""


def receive(port: int) -> None:
    """Print every request sent to this machine's `port` until Ctrl-C."""
    with ThreadingHTTPServer(("127.0.0.1", port), Receiver) as server:
        print(
            f"Printing what is sent to http://127.0.0.1:{server.server_port}/. Ctrl-C stops it.",
            flush=True,
        )
        server.serve_forever()
