"""Publishers' balances, settlements, payments and payment methods."""
