"""What properties mean that have the same meaning wherever they occur; a struct's own docstrings come first."""

PROPERTY_TEXTS: dict[str, str] = {}
