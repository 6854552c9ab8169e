"""What the tools for integrators show and take: postbacks, the pages about the API."""
