"""Public lists of user agents, of browsers and of crawlers. Those of matomo and npm are read from their packages."""

import json
import re
from importlib.util import find_spec
from pathlib import Path

import yaml

ROOT = Path(__file__).parent.parent.parent.parent
ISBOT = ROOT / "tests/clicks/samples/isbot"
"""Of isbot 5.2.1 (Unlicense, beside them): its package on npm does not carry them."""
NPM = ROOT / "web/node_modules/user-agents/dist/user-agents.json"
MATOMO = "tests/fixtures/upstream"
AGENT = re.compile(r"^\s*(?:- )?user_agent: (.+)$", re.MULTILINE)


def isbot(file: str) -> set[str]:
    """The user agents of browsers.yml or crawlers.yml."""
    products = yaml.load((ISBOT / file).read_text(), yaml.CSafeLoader)
    return {agent for agents in products.values() for agent in agents}


def npm() -> set[str]:
    """A sample of the visitors of some web sites."""
    return {row["userAgent"] for row in json.loads(NPM.read_text())}


def matomo() -> dict[str, set[str]]:
    """The user agents on which device-detector is tested, by the kind of device; those of "bots" are crawlers."""
    package = find_spec("device_detector")
    assert package is not None and package.submodule_search_locations
    kinds: dict[str, set[str]] = {}
    for file in Path(package.submodule_search_locations[0], MATOMO).glob("*.yml"):
        kind = re.sub(r"-\d+$", "", file.stem)
        # Their 17 MB take YAML's parser half a minute.
        kinds.setdefault(kind, set()).update(map(unquote, AGENT.findall(file.read_text())))
    return kinds


def unquote(scalar: str) -> str:
    scalar = scalar.strip()
    if scalar.startswith("'"):
        return scalar[1:-1].replace("''", "'")
    return str(json.loads(scalar)) if scalar.startswith('"') else scalar
