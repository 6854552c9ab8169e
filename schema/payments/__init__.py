"""Settlements, payments, payment methods, documents and VAT."""
