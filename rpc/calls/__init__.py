"""A call from its envelope to its answer: registry, callers, dispatch, codec, documentation."""
