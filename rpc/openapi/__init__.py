"""What is generated from the registry: the OpenAPI document, and a mock of the portal for work on the web."""
