"""Puts files on SFTP servers of publishers, over connections to addresses that the guard has checked.

asyncssh takes 60 MB, so it is imported where it is used: in workers alone.
"""

import asyncio
import socket
from base64 import b64decode, b64encode
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from typing import IO, TYPE_CHECKING, Any

import httpcore2

from rpc.config.parsers import Network
from rpc.outbound.http_client import CONNECT_TIMEOUT, Forbidden, GuardedBackend
from schema.exports.delivery_failure import DeliveryFailed, Failure
from schema.exports.schedule import Target, is_sftp_port

if TYPE_CHECKING:
    from asyncssh import SFTPClient as Sftp
    from asyncssh import SSHKey

LOGIN_SECONDS = 15.0
PIECE = 256 * 1024
PIECE_SECONDS = 30.0
"""How long a server may take for each piece, and for each of its other answers."""
PRIVATE_KEY = "-----BEGIN"
FINGERPRINT = "SHA256:"


class SftpClient:
    """One server, with the login that its owner gave and the host key that is pinned."""

    def __init__(
        self, allowed: tuple[Network, ...], target: Target, secret: str, host_key: str | None
    ) -> None:
        """`host_key`: the pinned key or its fingerprint; None takes the key that the server shows."""
        self._backend = GuardedBackend(allowed, is_sftp_port)
        self._target = target
        self._secret = secret
        self.host_key = host_key
        """The server's whole key, once it has been called."""

    async def put_files(self, files: Mapping[str, IO[bytes]]) -> None:
        """Put files, one after the other; each gets its name once it is whole. Raises DeliveryFailed."""
        import asyncssh

        pinned, known = self.host_key, pinned_keys(self.host_key)
        keys = private_keys(self._secret)
        shown: list[str] = []

        class Client(asyncssh.SSHClient):
            def validate_host_public_key(self, *shown_by: Any) -> bool:
                key: SSHKey = shown_by[-1]  # after the server's name, address and port
                shown.append(key.export_public_key("openssh").decode().strip())
                return not known and pinned in (None, key.get_fingerprint())

        try:
            connection = await asyncssh.connect(
                str(self._target.host),
                int(self._target.port or 0),
                sock=await self._open_socket(),
                client_factory=Client,
                known_hosts=(known, [], []),
                username=str(self._target.user),
                password=None if keys else self._secret,
                client_keys=keys or None,
                preferred_auth="publickey" if keys else "password,keyboard-interactive",
                agent_path=None,
                config=None,
                compression_algs=None,
                connect_timeout=CONNECT_TIMEOUT,
                login_timeout=LOGIN_SECONDS,
            )
            try:
                if shown:
                    self.host_key = shown[-1]
                async with asyncio.timeout(PIECE_SECONDS):
                    sftp = await connection.start_sftp_client()
                await put_all(sftp, self._target, files)
            finally:
                connection.abort()  # all was answered; a server that hangs is not waited for
        except Forbidden:
            raise DeliveryFailed(Failure.FORBIDDEN) from None
        except asyncssh.HostKeyNotVerifiable:
            raise DeliveryFailed(Failure.HOST_KEY) from None
        except asyncssh.KeyExchangeFailed as error:
            if known:  # it no longer offers a key of this kind
                raise DeliveryFailed(Failure.HOST_KEY) from error
            raise DeliveryFailed(Failure.SERVER, "no common method of key exchange") from error
        except asyncssh.PermissionDenied:
            raise DeliveryFailed(Failure.LOGIN) from None
        except asyncssh.SFTPError as error:
            raise DeliveryFailed(failure_of(error), type(error).__name__) from None
        except TimeoutError:
            raise DeliveryFailed(Failure.SLOW) from None
        except (OSError, asyncssh.Error, httpcore2.ConnectError, httpcore2.ConnectTimeout) as error:
            raise DeliveryFailed(Failure.UNREACHABLE, type(error).__name__) from None

    async def _open_socket(self) -> socket.socket:
        """A connection to one of the server's addresses, all of which were checked."""
        host, port = str(self._target.host), int(self._target.port or 0)
        failed: OSError | None = None
        for address in await self._backend.addresses(host, port):
            try:
                async with asyncio.timeout(CONNECT_TIMEOUT):
                    return await connect_socket(address, port)
            except OSError as error:  # a TimeoutError is one
                failed = error
        raise failed or ConnectionError("the name has no address")


async def connect_socket(address: str, port: int) -> socket.socket:
    """A connected socket, not blocking, as asyncssh takes it."""
    sock = socket.socket(socket.AF_INET6 if ":" in address else socket.AF_INET)
    sock.setblocking(False)
    try:
        await asyncio.get_running_loop().sock_connect(sock, (address, port))
    except BaseException:
        sock.close()
        raise
    return sock


def pinned_keys(host_key: str | None) -> list["SSHKey"]:
    """The whole key that is pinned, if it is known; a fingerprint is compared with the key that the server shows."""
    import asyncssh

    if host_key is None or host_key.startswith(FINGERPRINT):
        return []
    return [asyncssh.import_public_key(host_key)]


def private_keys(secret: str) -> list["SSHKey"]:
    """The private key in a secret; none if it is a password. Raises DeliveryFailed for a key that cannot be read."""
    import asyncssh

    if not secret.lstrip().startswith(PRIVATE_KEY):
        return []
    try:
        return [asyncssh.import_private_key(secret.strip() + "\n")]
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError):
        raise DeliveryFailed(
            Failure.LOGIN, "the private key cannot be read without a passphrase"
        ) from None


async def put_all(sftp: "Sftp", target: Target, files: Mapping[str, IO[bytes]]) -> None:
    folder = target.path_of("").rstrip("/")
    if folder:
        async with asyncio.timeout(PIECE_SECONDS):
            await sftp.makedirs(folder, exist_ok=True)
    for name, file in files.items():
        await put_file(sftp, target.path_of(name), file)


async def put_file(sftp: "Sftp", path: str, file: IO[bytes]) -> None:
    """Write a file beside its place, and move it there once it is whole."""
    import asyncssh

    partial = f"{path}.part"
    file.seek(0)
    async with asyncio.timeout(PIECE_SECONDS):
        remote: Any = await sftp.open(partial, "wb")
    try:
        while piece := await asyncio.to_thread(file.read, PIECE):
            async with asyncio.timeout(PIECE_SECONDS):
                await remote.write(piece)
    finally:
        with suppress(asyncssh.Error, OSError):
            async with asyncio.timeout(PIECE_SECONDS):
                await remote.close()
    async with asyncio.timeout(PIECE_SECONDS):
        try:
            await sftp.posix_rename(partial, path)
        except asyncssh.SFTPOpUnsupported:
            with suppress(asyncssh.SFTPNoSuchFile):
                await sftp.remove(path)
            await sftp.rename(partial, path)


def failure_of(error: Exception) -> Failure:
    """What an error of the server's file system means."""
    import asyncssh

    if isinstance(error, asyncssh.SFTPNoSpaceOnFilesystem | asyncssh.SFTPQuotaExceeded):
        return Failure.FULL
    refused = (
        asyncssh.SFTPPermissionDenied,
        asyncssh.SFTPNoSuchFile,
        asyncssh.SFTPNoSuchPath,
        asyncssh.SFTPWriteProtect,
    )
    return Failure.WRITE if isinstance(error, refused) else Failure.SERVER


def fingerprint_of(host_key: str | None) -> str | None:
    """The fingerprint of a pinned key, as `ssh-keygen -l` shows it."""
    if host_key is None or host_key.startswith(FINGERPRINT):
        return host_key
    digest = sha256(b64decode(host_key.split()[1])).digest()
    return FINGERPRINT + b64encode(digest).decode().rstrip("=")
