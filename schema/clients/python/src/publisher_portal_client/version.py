"""The version of this client, and of the API that it was made for."""

VERSION = "1.0.0"
