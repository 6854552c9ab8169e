"""What reports and the dashboard ask."""
