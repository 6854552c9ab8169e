"""Publishers and their accounts: sign-in, profile, audit, uploads."""
