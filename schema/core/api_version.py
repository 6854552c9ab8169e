"""The version of the API that integrators rely on."""

API_VERSION = "2026-11-27"
"""The day of the release. Until the next one, the calls of API tokens and brands' keys change by additions alone
(rpc/openapi/promise.py); each release is kept in schema/released."""
