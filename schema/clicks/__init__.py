"""Links, their targets, and clicks."""
