"""The bill of materials of a release (CycloneDX 1.6), made from the lock files; the same files give the same bytes."""

import re
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Any
from urllib.parse import quote

import yaml

from schema.core.version import VERSION

REQUIREMENT = re.compile(r"^([a-z0-9][a-z0-9._-]*)==([^ \\]+)", re.MULTILINE)
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


def split_lock(text: str) -> dict[str, str]:
    """The lines of a lock file by the name of their package."""
    starts = [match.start() for match in REQUIREMENT.finditer(text)]
    parts = [text[a:b] for a, b in zip(starts, [*starts[1:], len(text)], strict=True)]
    return {part.partition("==")[0]: part for part in parts}


def bill_of_materials(root: Path, requirements: str) -> dict[str, Any]:
    """All packages that run: those of the server by `requirements`, those of the web by pnpm-lock.yaml."""
    components = [*python_components(requirements), *web_components(root)]
    own = {
        "type": "application",
        "name": "publisher-portal",
        "version": VERSION,
        "bom-ref": f"publisher-portal@{VERSION}",
        "licenses": [{"license": {"id": "MIT"}}],
    }
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": own},
        "components": sorted(components, key=lambda each: each["bom-ref"]),
    }


def python_components(requirements: str) -> Iterator[dict[str, Any]]:
    for name, part in split_lock(requirements).items():
        match = REQUIREMENT.match(part)
        assert match is not None
        source = {
            "type": "distribution",
            "url": f"https://pypi.org/project/{name}/{match[2]}/",
            "hashes": [{"alg": "SHA-256", "content": each} for each in HASH.findall(part)],
        }
        yield component("pypi", name, match[2], python_licence(name), [source])


def python_licence(name: str) -> str | None:
    try:
        about = metadata(name)
    except PackageNotFoundError:  # of another platform
        return None
    stated: str | None = about.get("License-Expression")
    if stated is None:
        known = [each for each in about.get_all("Classifier", []) if each.startswith("License ::")]
        stated = known[0].rpartition(" :: ")[2] if known else None
    return stated


def web_components(root: Path) -> Iterator[dict[str, Any]]:
    """What the web depends on, and what that depends on; not what builds it."""
    lock = yaml.load((root / "pnpm-lock.yaml").read_text(), yaml.CSafeLoader)
    own = lock["importers"]["web"]["dependencies"]
    waiting = [f"{name}@{each['version']}" for name, each in own.items()]
    seen: dict[str, None] = {}
    while waiting:
        if (key := waiting.pop()) not in seen:
            seen[key] = None
            needed = lock["snapshots"][key]
            for kind in ("dependencies", "optionalDependencies"):
                waiting += [f"{name}@{version}" for name, version in needed.get(kind, {}).items()]
    for plain in sorted({key.partition("(")[0] for key in seen}):
        name, _, version = plain.rpartition("@")
        source = {
            "type": "distribution",
            "url": f"https://www.npmjs.com/package/{name}/v/{version}",
            "comment": lock["packages"][plain]["resolution"]["integrity"],
        }
        yield component("npm", name, version, None, [source])


def component(
    kind: str, name: str, version: str, licence: str | None, sources: list[dict[str, Any]]
) -> dict[str, Any]:
    url = f"pkg:{kind}/{quote(name, safe='/')}@{version}"
    stated = {"licenses": [{"license": {"name": licence}}]} if licence else {}
    return {
        "type": "library",
        "name": name,
        "version": version,
        "bom-ref": url,
        "purl": url,
        **stated,
        "externalReferences": sources,
    }
