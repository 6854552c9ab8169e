"""Schedules: exports that are delivered to a publisher's own S3 bucket or SFTP server every hour, day or week."""

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from schema.accounts.reauth import Reauth
from schema.core.associated_data import AssociatedData
from schema.core.days import ONE_DAY, day_of
from schema.core.errors import Flaw, Rule
from schema.core.scalar import URL_PATTERN, At, Id, Text64, Text100
from schema.core.time_zones import get_zone
from schema.exports.export import ExportReport
from schema.reports.saved_view import ViewDays

SCHEDULES_MAX = 20
"""The maximum number of a publisher's schedules."""
RUN_TIME = time(4)
"""The time of day at which daily and weekly schedules run, in the publisher's time zone: weekly ones on Mondays."""
RETRIES = (timedelta(minutes=1), timedelta(minutes=10), timedelta(hours=1), timedelta(hours=6))
"""How long a schedule waits after each failed run. After one more it stops."""
RUN_MAX = timedelta(hours=2)
"""A run that has not ended by then has died with its worker."""
OVERLAP = timedelta(hours=1)
"""How far an incremental file reaches back before the one before it, for changes that were committed late."""
SSH_PORT, FREE_PORT = 22, 1024
"""An SFTP server listens at the first, or from the second on."""
SFTP_PORTS = "22, or 1024 to 65535"
SECRET_LONGEST = 8_192
"""Room for a private key of SSH."""
AWS = "https://s3.{region}.amazonaws.com"


class Every(StrEnum):
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"

    def next_run(self, after: datetime, zone: str) -> datetime:
        """The first time after this one at which a schedule runs."""
        if self is Every.HOUR:
            return after.replace(minute=0, second=0, microsecond=0) + timedelta(hours=1)
        day = day_of(after, zone)
        if self is Every.WEEK:
            day -= timedelta(days=day.weekday())
        while (at := datetime.combine(day, RUN_TIME, get_zone(zone))) <= after:
            day += timedelta(days=7) if self is Every.WEEK else ONE_DAY
        return at


class ScheduleFormat(StrEnum):
    CSV = "csv"
    PARQUET = "parquet"


class TargetKind(StrEnum):
    S3 = "s3"
    SFTP = "sftp"


class ScheduleState(StrEnum):
    ACTIVE = "active"
    STOPPED = "stopped"


class RunState(StrEnum):
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"


Endpoint = Annotated[
    str,
    Meta(
        max_length=255,
        pattern=URL_PATTERN,
        description="Where the S3 protocol is spoken, without the bucket; that of Amazon if it is left out",
    ),
]
Region = Annotated[str, Meta(pattern=r"^[a-z0-9-]{1,32}\Z")]
Bucket = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]\Z")]
ServerName = Annotated[str, Meta(max_length=255, pattern=r"^[A-Za-z0-9:][A-Za-z0-9.:-]*\Z")]
Port = Annotated[int, Meta(ge=SSH_PORT, le=65_535)]
Folder = Annotated[str, Meta(max_length=200, pattern=r"^[^\x00-\x1f\x7f\\]*\Z")]
TargetSecret = Annotated[str, Meta(min_length=1, max_length=SECRET_LONGEST)]
Fingerprint = Annotated[str, Meta(pattern=r"^SHA256:[A-Za-z0-9+/]{43}\Z")]
OF_KIND = {
    TargetKind.S3: ("region", "bucket", "access_key"),
    TargetKind.SFTP: ("host", "port", "user"),
}
"""The fields that a target must have."""
ALSO_OF_KIND = {TargetKind.S3: ("endpoint",), TargetKind.SFTP: ("host_key",)}
DATES_TWICE = "must have no dates: an incremental file holds what changed since the one before it"


class Target(Struct, frozen=True, kw_only=True):
    """Where files are delivered, as it is stored; the secret is stored apart."""

    kind: TargetKind
    endpoint: str | None = None
    region: str | None = None
    bucket: str | None = None
    access_key: str | None = None
    host: str | None = None
    port: int | None = None
    user: str | None = None
    folder: str = ""

    @property
    def url(self) -> str:
        """The endpoint of a bucket."""
        return (self.endpoint or AWS.format(region=self.region)).rstrip("/")

    @property
    def whose(self) -> tuple[object, ...]:
        """What the secret belongs to: it is asked for again if this changes."""
        return self.kind, self.endpoint, self.access_key, self.host, self.port, self.user

    def path_of(self, name: str) -> str:
        """The path of a file in the folder."""
        folder = self.folder.strip("/")
        root = "/" if self.kind is TargetKind.SFTP and self.folder.startswith("/") else ""
        return f"{root}{folder}/{name}" if folder else f"{root}{name}"


class ScheduleDraft(Reauth, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A schedule to make, or to change if it has an `id`; a stopped one then goes on, as the caller's.

    It delivers a `report` with a `filter`, as /reports/export takes them, on `days` relative to the day of the run; or
    the saved view `view_id`, one of the caller's. `incremental`, for transactions alone: each file holds the items of
    the orders that changed since the file before it, the first one all orders.

    An S3 bucket has `region`, `bucket`, `access_key` and `secret`, an SFTP server `host`, `port`, `user` and `secret`,
    which is a password or a private key. `host_key` is the fingerprint that the server must have; without it, the
    first run takes the server's key, and later ones insist on it. A schedule that is changed keeps its secret if it is
    left out.
    """

    id: Id | None = None
    name: Text100
    report: ExportReport
    filter: Annotated[
        dict[str, Any], Meta(description="As the call of the report takes it, such as start_date")
    ] = field(default_factory=dict)
    days: ViewDays | None = None
    view_id: Id | None = None
    every: Every
    format: ScheduleFormat = ScheduleFormat.CSV
    incremental: bool = False
    kind: TargetKind
    endpoint: Endpoint | None = None
    region: Region | None = None
    bucket: Bucket | None = None
    access_key: Text100 | None = None
    host: ServerName | None = None
    port: Port | None = None
    user: Text64 | None = None
    folder: Folder = ""
    secret: TargetSecret | None = None
    host_key: Fingerprint | None = None

    @property
    def target(self) -> Target:
        return Target(
            kind=self.kind,
            endpoint=self.endpoint,
            region=self.region,
            bucket=self.bucket,
            access_key=self.access_key,
            host=self.host,
            port=self.port,
            user=self.user,
            folder=self.folder,
        )

    def find_flaws(self) -> Iterator[Flaw]:
        """Yield what is missing, or belongs to the other kind of target."""
        for kind, names in OF_KIND.items():
            for name in names:
                if kind is self.kind and getattr(self, name) is None:
                    yield Flaw(name, Rule.REQUIRED)
        for kind in TargetKind:
            for name in (*OF_KIND[kind], *ALSO_OF_KIND[kind]):
                if kind is not self.kind and getattr(self, name) is not None:
                    yield Flaw(name, Rule.NOT_APPLICABLE)
        if self.port is not None and not is_sftp_port(self.port):
            yield Flaw("port", Rule.OUT_OF_RANGE, limit=SFTP_PORTS)
        if ".." in self.folder.split("/"):
            yield Flaw("folder", Rule.FORMAT)
        if self.incremental:
            if self.report is not ExportReport.TRANSACTIONS:
                yield Flaw("incremental", Rule.NOT_APPLICABLE)
            if self.view_id is not None:
                yield Flaw("view_id", Rule.NOT_APPLICABLE, DATES_TWICE)
            if self.days is not None:
                yield Flaw("days", Rule.NOT_APPLICABLE, DATES_TWICE)
        has_dates = bool({"start_date", "end_date"} & self.filter.keys())
        if has_dates and (self.incremental or self.days is not None):
            yield Flaw("filter", Rule.NOT_APPLICABLE, DATES_TWICE if self.incremental else "")
        if self.view_id is not None and (self.filter or self.days is not None):
            yield Flaw("view_id", Rule.NOT_APPLICABLE)


def is_sftp_port(port: int) -> bool:
    """Whether an SFTP server may be called at a port; the others belong to services of other kinds."""
    return port == SSH_PORT or port >= FREE_PORT


def associated_data(publisher_id: int, row_key: str) -> AssociatedData:
    """The associated data to which the secret of a schedule is bound."""
    return AssociatedData("schedule", "sealed", row_key, publisher_id)


class ScheduleRef(Struct, frozen=True, forbid_unknown_fields=True):
    id: Id


class LastRun(Struct, frozen=True, kw_only=True):
    state: RunState
    started_at: At
    rows: int | None


class ExportSchedule(Struct, frozen=True, kw_only=True):
    """A schedule with the name of its `maker`, whose role limits it. Its secret is never shown.

    `host_key` is the fingerprint that the SFTP server must have, null until the first run. `error` says why it
    stopped, or why its last run failed, and what to do; `next_at` is the next run.
    """

    id: Id
    name: str
    maker: str
    report: ExportReport
    filter: dict[str, Any]
    days: ViewDays | None
    view_id: int | None
    view: str | None
    every: Every
    format: ScheduleFormat
    incremental: bool
    kind: TargetKind
    endpoint: str | None
    region: str | None
    bucket: str | None
    access_key: str | None
    host: str | None
    port: int | None
    user: str | None
    folder: str
    host_key: str | None
    state: ScheduleState
    error: str | None
    next_at: At | None
    last_run: LastRun | None
    created_at: At


class ScheduleRunFilter(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The runs of one schedule."""

    id: Id


class ScheduleRun(Struct, frozen=True, kw_only=True):
    """A run: the file that it delivered beside its manifest, with rows and bytes, or why it did not and what to do."""

    id: Id
    state: RunState
    due_at: At
    started_at: At
    ended_at: At | None
    file: str | None
    rows: int | None
    size: int | None
    error: str | None


class RunSchedule(Struct, frozen=True):
    """The payload of the job that runs a schedule."""

    publisher_id: int
    schedule_id: int


class StoredSchedule(Struct, frozen=True, kw_only=True):
    """A schedule as a run reads it."""

    publisher_id: int
    schedule_id: int
    account_id: int
    name: str
    report: ExportReport
    filter: dict[str, Any]
    days: ViewDays | None
    view_id: int | None
    every: Every
    format: ScheduleFormat
    incremental: bool
    reached_at: datetime | None
    target: Target
    row_key: str
    sealed: str
    host_key: str | None
    failures: int
    due_at: datetime


def file_name(report: ExportReport, format: ScheduleFormat, due_at: datetime) -> str:
    """The name of a run's file: the same however often the run is tried, so that a later try replaces a file."""
    return f"{report}-{due_at:%Y%m%dT%H%M%SZ}.{format}"
