"""The version of the portal, which a release's tag, its wheel and `/health` name."""

VERSION = "0.9.0"
