"""HTTP below the envelope, for any ASGI server: requests and responses, cookies, static files."""
