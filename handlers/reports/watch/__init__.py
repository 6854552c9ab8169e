"""The watch: a job that judges what arrived and raises alerts (docs/watch.md)."""
