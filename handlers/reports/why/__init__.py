"""Why: explains orders, clicks, payments and cases, and counts the declines that an explanation compares with."""
