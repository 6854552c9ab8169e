"""Publishers' accounts, channels and applications."""
