"""Alert rules and dashboard name metrics and labels that exist, and every rule is made to fire."""

import json
import re
from datetime import date

import pytest
import yaml

import sql.core.exchange_rate
import sql.core.job
from rpc.monitoring.cells import ProcessKind
from rpc.monitoring.metrics import METRICS
from rpc.process.exposition import write_metrics
from schema.core.job import JobCount
from tests.architecture.source.imports import ROOT
from tests.support.portal import Portal

OPS = ROOT / "docs/ops"
RULES = yaml.safe_load((OPS / "portal-rules.yml").read_text())["groups"][0]["rules"]
TESTS = yaml.safe_load((OPS / "portal-rules-test.yml").read_text())["tests"]
DASHBOARD = json.loads((OPS / "portal-dashboard.json").read_text())
QUERIES = [
    *(rule["expr"] for rule in RULES),
    *(target["expr"] for panel in DASHBOARD["panels"] for target in panel["targets"]),
]
SELECTOR = re.compile(r"\b(portal_\w+)(?:\{([^}]*)\})?")
LABEL = re.compile(r'(\w+)(?:=|!=|=~|!~)"([^"]*)"')


@pytest.fixture
async def names(portal: Portal, monkeypatch: pytest.MonkeyPatch) -> dict[str, set[str]]:
    """The labels of each name in the text of /metrics, whether or not it was counted yet."""

    async def counts(_: object) -> list[JobCount]:
        return [JobCount("/a", "done", 1)]

    async def newest_day(_: object) -> date:
        return portal.resources.clock.now().date()

    monkeypatch.setattr(sql.core.job, "counts", counts)
    monkeypatch.setattr(sql.core.exchange_rate, "newest_day", newest_day)
    monkeypatch.setattr(METRICS.cells, "processes", lambda: {ProcessKind.WEB: 1})
    text = (await write_metrics(portal.resources)).decode()
    names = {name: set[str]() for name in re.findall(r"^# TYPE (\S+)", text, re.MULTILINE)}
    for family in METRICS.families.values():
        names[family.name] = {*family.labels}
        if family.buckets:
            names |= {f"{family.name}_{part}": {*family.labels} for part in ("count", "sum")}
            names[f"{family.name}_bucket"] = {*family.labels, "le"}
    for name, labels in re.findall(r"^(portal_\w+)\{(.*)\} \S+$", text, re.MULTILINE):
        names[name] |= {label for label, _ in LABEL.findall(labels)}
    return names


def unknown(query: str, names: dict[str, set[str]]) -> list[str]:
    return [
        f"{name}{{{label}}}"
        for name, labels in SELECTOR.findall(query)
        for label in ("", *(each for each, _ in LABEL.findall(labels)))
        if name not in names or (label and label not in names[name])
    ]


async def test_every_query_names_metrics_and_labels_that_exist(
    names: dict[str, set[str]],
) -> None:
    assert [each for query in QUERIES for each in unknown(query, names)] == []


async def test_check_finds_an_unknown_metric_and_an_unknown_label(
    names: dict[str, set[str]],
) -> None:
    """The control."""
    assert unknown("rate(portal_nothing[5m])", names) == ["portal_nothing{}"]
    query = 'portal_calls_total{brand="x",code="0"}'
    assert unknown(query, names) == ["portal_calls_total{brand}"]


def test_every_bucket_that_a_query_names_exists() -> None:
    bounds = {
        f"{family.name}_bucket": {*map(repr, family.buckets), "+Inf"}
        for family in METRICS.families.values()
    }
    for query in QUERIES:
        for name, labels in SELECTOR.findall(query):
            for label, value in LABEL.findall(labels):
                assert label != "le" or value in bounds[name], (name, value)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule["alert"])
def test_every_rule_can_fire_and_suggests_a_fix(rule: dict[str, dict[str, str]]) -> None:
    [firing] = (test for test in TESTS if test["name"] == "all goes wrong")
    expected = str(firing["promql_expr_test"][0]["exp_samples"])
    assert f'alertname="{rule["alert"]}"' in expected
    assert rule["annotations"].keys() == {"summary", "action"}
    assert rule["labels"]["severity"] in ("page", "ticket")
