"""Where a publisher's money is sent to."""
