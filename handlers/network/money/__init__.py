"""Settlements, payments, exchange rates and VAT."""
