"""Reports, saved views, alerts, comparisons with publishers' books, and the feed of events."""
