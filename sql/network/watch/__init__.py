"""The reads and writes of a round of the watch over all publishers, in batches, for the worker only."""
