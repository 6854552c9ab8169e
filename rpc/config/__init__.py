"""Configuration: settings and their parsers, keys, the log, the metrics."""
