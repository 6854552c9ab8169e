"""Background work: declared beside the calls, queued in their transactions, run by a worker."""
