"""What all other structs use: envelope, codes, rules, scalars, money, days, ids."""
