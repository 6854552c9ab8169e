"""What every other struct stands on: envelope, codes, rules, scalars, money, days, ids."""
