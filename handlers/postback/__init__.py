"""Calls below /postback: postbacks, the requests that notify a publisher's own servers of events."""
