"""Brands and their coupons."""
