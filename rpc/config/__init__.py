"""Configuration: settings and their parsers, keys, and sign-in providers."""
