"""The clients that integrators install: their typed calls are written from the registry."""
