"""Mail: its templates, and how it is sent."""
