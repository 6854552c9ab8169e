"""What /metrics tells, in Prometheus' terms."""

from prometheus_client import CollectorRegistry, Counter, Gauge

METRICS = CollectorRegistry()
CALLS = Counter(
    "portal_calls", "Answered calls by path and code", ["path", "code"], registry=METRICS
)
CLICKS = Counter("portal_clicks", "Recorded clicks by verdict", ["verdict"], registry=METRICS)
HASHES = Gauge("portal_password_hashes", "Password hashes computed", registry=METRICS)
JOBS = Counter(
    "portal_jobs", "Finished jobs by path and outcome", ["path", "outcome"], registry=METRICS
)
