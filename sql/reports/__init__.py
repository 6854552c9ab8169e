"""The queries of reports and the dashboard."""
