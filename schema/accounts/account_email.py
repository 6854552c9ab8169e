"""How long the addresses of accounts are remembered for warnings about their money."""

from datetime import timedelta

EMAIL_MEMORY = timedelta(days=90)
"""How long a former address still gets warnings, and is kept."""
REMOVED_MEMBER_MEMORY = timedelta(days=7)
"""How long a member who was removed or left still gets warnings."""
