"""How a process reaches the database: its connections, its clock, and a replica for reports."""
