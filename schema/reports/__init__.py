"""Reports and the dashboard."""
