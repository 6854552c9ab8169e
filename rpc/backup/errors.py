"""What keeps a backup from being made, read or restored."""


class BackupError(Exception):
    """A backup cannot be made, read or restored; the message is one line that says why and what to do."""
