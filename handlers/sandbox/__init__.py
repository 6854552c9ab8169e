"""The sandbox: a publisher of its own, in which integrators lead orders through their whole life (docs/sandbox.md)."""
