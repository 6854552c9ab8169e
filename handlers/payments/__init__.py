"""Calls about a publisher's money: payment methods, payments and their documents."""
