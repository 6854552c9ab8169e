"""Trials of money: payouts under kills, and random ledgers."""
