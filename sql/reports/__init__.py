"""The queries of reports and the dashboard, and saved views."""
