"""Figures by day: added as orders and clicks come in, asked for by reports, rebuilt and reconciled."""
