"""Calls about a publisher's money: the methods it is sent to, payments and their documents."""
