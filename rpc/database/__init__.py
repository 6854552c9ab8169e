"""How a process reaches the database: connections, its clock, and a replica for reports."""
