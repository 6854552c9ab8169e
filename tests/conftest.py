"""The databases of the tests: real PostgreSQL, created for each run and dropped at its end."""

import os
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from secrets import token_hex

import hypothesis
import psutil
import pytest
import structlog
from playwright.async_api import Browser

from rpc.security.rate_limits import SharedLimits
from sql.server import embedded
from sql.server.migrate import migrate
from tests.support import cluster
from tests.support.accounts.authenticator import ORIGIN
from tests.support.accounts.oidc_provider import Provider, run_provider
from tests.support.browser import chromium
from tests.support.cluster import EXCEPTIONS, WORKERS
from tests.support.databases import execute, with_name
from tests.support.demo import free_port
from tests.support.orders.books import Books
from tests.support.orders.season import new_books, new_season
from tests.support.portal import Portal, SomeBrand, Someone
from tests.support.server import LIFTED, serve
from tests.support.timing import HANG_SECONDS

DATA = Path(__file__).parent.parent / ".data" / "test"
LONGEST = ("tests/core/process/", "tests/postbacks/", "tests/links/", "tests/web/")
"""These begin first, or the other processes would wait for them at the end (Makefile: --no-loadscope-reorder)."""
MakeDatabase = Callable[..., str]
SHARED_PORTAL = pytest.StashKey[Portal]()


hypothesis.settings.register_profile(
    "patient", deadline=None, suppress_health_check=[hypothesis.HealthCheck.too_slow]
)
hypothesis.settings.load_profile("patient")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the folders of the longest files; on a cluster, skip what cannot be there, with the reason."""
    items.sort(key=lambda item: not item.nodeid.startswith(LONGEST))
    for item in items if WORKERS else ():
        if reason := EXCEPTIONS.get(getattr(item, "originalname", "")):
            item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """A portal that is tested waits longer for a connection to its database than visitors would."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sql.core.fast_pool.ACQUIRE_SECONDS", HANG_SECONDS / 6)
        yield


@pytest.fixture(scope="session", autouse=True)
def plain_tracebacks() -> None:
    """The log of a failed test shows the error, not pages of every frame's locals before it."""
    renderer = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[*structlog.get_config()["processors"][:-1], renderer])


@pytest.fixture(scope="session")
def server_url() -> Iterator[str]:
    """TEST_DATABASE_URL, else an embedded server that does not wait for the disk."""
    if given := os.environ.get("TEST_DATABASE_URL"):
        yield given
        return
    folder = embedded.cluster_folder(DATA, chosen=False)
    url = embedded.start(folder, durable=False)
    left = "SELECT datname FROM pg_database WHERE datname ~ '^test_[0-9]+_'"
    for row in execute(url, left):  # by runs that were killed
        if not psutil.pid_exists(int(row["datname"].split("_")[1])):
            execute(url, f"DROP DATABASE IF EXISTS {row['datname']} WITH (FORCE)")
    yield url
    embedded.stop(folder)


@pytest.fixture(scope="session")
def make_database(server_url: str) -> Iterator[MakeDatabase]:
    """Makes a database of its own: `make_database()` is migrated, `make_database(empty=True)` not."""
    made: list[str] = []
    if WORKERS:
        yield partial(made_on_cluster, server_url, made)
        cluster.drop(server_url, made)
        return

    def create(template: str) -> str:
        name = f"test_{os.getpid()}_{token_hex(4)}"
        execute(server_url, f"CREATE DATABASE {name} TEMPLATE {template}")
        made.append(name)
        return name

    if "TEST_DATABASE_URL" not in os.environ and (run := os.environ.get("PYTEST_XDIST_TESTRUNUID")):
        migrated = shared_template(server_url, run)
    else:
        migrated = create("template0")  # never connected to again, or it could not be copied
        migrate(with_name(server_url, migrated))

    def make(*, empty: bool = False) -> str:
        return with_name(server_url, create("template0" if empty else migrated))

    yield make
    # All by one connection: the first has the server write what waits to be written, and the others find it done.
    execute(server_url, *(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)" for name in made))


def shared_template(server_url: str, run: str) -> str:
    """The migrated database that all processes of a run copy; the next run drops it, like those of killed runs."""
    name = f"test_{os.getppid()}_{run[:8]}"
    marked = (
        f"SELECT FROM pg_database WHERE datname = '{name}'"
        " AND shobj_description(oid, 'pg_database') = 'migrated'"
    )
    DATA.mkdir(parents=True, exist_ok=True)
    with embedded.exclusive_lock(DATA / "template"):
        if not execute(server_url, marked):
            execute(server_url, f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")
            execute(server_url, f"CREATE DATABASE {name} TEMPLATE template0")
            migrate(with_name(server_url, name))
            execute(server_url, f"COMMENT ON DATABASE {name} IS 'migrated'")
    return name


def made_on_cluster(server_url: str, databases: list[str], *, empty: bool = False) -> str:
    """A database on every node; what is distributed cannot be copied from a template."""
    name = f"test_{os.getpid()}_{token_hex(4)}"
    cluster.create(server_url, name)
    databases.append(name)
    url = with_name(server_url, name)
    if not empty:
        migrate(url)
        cluster.distribute(url)
    return url


@pytest.fixture(scope="session")
def database_url(make_database: MakeDatabase) -> str:
    """The migrated database that the tests of this run share."""
    return make_database()


@pytest.fixture(scope="session")
async def portal(
    request: pytest.FixtureRequest, database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Portal]:
    """The server that the tests of this run share."""
    async with serve(database_url, tmp_path_factory.mktemp("data")) as running:
        request.config.stash[SHARED_PORTAL] = running
        yield running


@pytest.fixture(scope="module", autouse=True)
async def own_rates_and_articles(request: pytest.FixtureRequest) -> AsyncIterator[None]:
    """Exchange rates and help articles are everybody's: those of one file's tests are gone for the next file."""
    yield
    if running := request.config.stash.get(SHARED_PORTAL, None):
        async with running.db() as db:
            await db.execute("delete from currency_rate")
            await db.execute("delete from article")


@pytest.fixture(scope="module")
async def guarded_portal(
    make_database: MakeDatabase, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Portal]:
    """A portal with the real limits, for which X-Forwarded-For names the caller."""
    url, folder = make_database(), tmp_path_factory.mktemp("guarded")
    async with serve(url, folder, TRUSTED_PROXIES="127.0.0.1/32") as running:
        running.resources.shared_limits = SharedLimits()
        yield running


def from_address(address: str) -> dict[str, str]:
    return {"x-forwarded-for": address}


@pytest.fixture
async def alice(portal: Portal) -> Someone:
    """A publisher."""
    return await portal.someone()


@pytest.fixture
async def brand(portal: Portal, alice: Someone) -> SomeBrand:
    """A brand she promotes."""
    brand = await portal.brand()
    await portal.join(alice, brand)
    return brand


@pytest.fixture
async def books(portal: Portal) -> Books:
    """A publisher without orders yet."""
    return await new_books(portal)


@pytest.fixture
async def shop(books: Books) -> SomeBrand:
    """A brand it promotes."""
    return await books.brand()


@pytest.fixture(scope="module")
async def season(portal: Portal) -> Books:
    """A publisher with a season's clicks and orders, which a file's tests share."""
    return await new_season(portal)


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as running:
        yield running


@pytest.fixture(scope="session")
async def site(
    make_database: MakeDatabase, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Portal]:
    """A portal that a browser reaches under the address its links name."""
    port = free_port()
    folder = tmp_path_factory.mktemp("site")
    own = {"PORT": str(port), "PUBLIC_URL": f"http://127.0.0.1:{port}"}
    async with serve(make_database(), folder, **own) as running:
        running.resources.shared_limits = LIFTED
        await demo_shop(running)
        yield running


@pytest.fixture(scope="session")
async def provider() -> AsyncIterator[Provider]:
    async with run_provider(free_port()) as found:
        yield found


@pytest.fixture(scope="session")
async def third(
    make_database: MakeDatabase, tmp_path_factory: pytest.TempPathFactory, provider: Provider
) -> AsyncIterator[Portal]:
    """A portal that a browser reaches, where one can sign in by two providers."""
    port = free_port()
    own = {
        "PORT": str(port),
        "PUBLIC_URL": f"http://127.0.0.1:{port}",
        "OIDC_PROVIDERS": provider.setting("acme", "other"),
    }
    async with serve(make_database(), tmp_path_factory.mktemp("third"), **own) as portal:
        yield portal


@pytest.fixture(scope="session")
async def passkey_portal(
    make_database: MakeDatabase, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Portal]:
    """A portal with an address at which there are passkeys."""
    folder = tmp_path_factory.mktemp("keyed")
    async with serve(make_database(), folder, PUBLIC_URL=ORIGIN) as portal:
        yield portal


async def demo_shop(site: Portal) -> None:
    """A brand whose shop the portal itself serves."""
    host = site.url.partition("://")[2]
    await site.brand(
        mcid="harbour-books",
        name="Harbour Books",
        site_url=f"{site.url}/demo/shop/harbour-books",
        domains=[host],
        description="New and second-hand books",
        categories=["Books"],
    )
