"""Figures by day: added as orders and clicks come in, queried by reports, rebuilt and reconciled."""
