"""The server: uvicorn's protocol with bounds and a by-pass. README.md beside this file says what both are for."""
