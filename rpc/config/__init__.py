"""What the environment decides: settings and how they are read, keys, the log, the metrics."""
