"""Configuration: settings and their parsers, keys, and the providers that one can sign in with."""
