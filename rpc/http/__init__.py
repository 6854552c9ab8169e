"""HTTP below the envelope: requests and responses, static files, and uvicorn's protocol with its by-pass."""
