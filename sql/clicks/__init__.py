"""Clicks, from their arrival to the figures by day."""
