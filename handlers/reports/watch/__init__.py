"""The watch: a job that looks for falls in clicks and orders, and raises alerts (docs/watch.md)."""
