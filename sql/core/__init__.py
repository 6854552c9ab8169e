"""How statements are run: connections, SQL templates, COPY, the clock, and tables that belong to no domain."""
