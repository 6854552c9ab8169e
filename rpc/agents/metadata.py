"""The two documents in which an app learns who gives tokens for the tools, and how."""

from collections.abc import Mapping

from schema.accounts.agent import SCOPES


def describe_resource(public_url: str, path: str, guide: str) -> dict[str, object]:
    """Who gives tokens for the tools at a path (RFC 9728)."""
    return {
        "resource": f"{public_url}{path}",
        "authorization_servers": [public_url],
        "scopes_supported": list(SCOPES),
        "bearer_methods_supported": ["header"],
        "resource_name": "Publisher portal",
        "resource_documentation": f"{public_url}{guide}",
    }


def describe_server(public_url: str, paths: Mapping[str, str], guide: str) -> dict[str, object]:
    """How an app asks a person for access and gets tokens (RFC 8414); `paths` are those of the endpoints by name."""
    return {
        "issuer": public_url,
        **{f"{name}_endpoint": f"{public_url}{path}" for name, path in paths.items()},
        "scopes_supported": list(SCOPES),
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "code_challenge_methods_supported": ["S256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "authorization_response_iss_parameter_supported": True,
        "client_id_metadata_document_supported": True,
        "service_documentation": f"{public_url}{guide}",
    }
