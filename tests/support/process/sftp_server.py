"""A real SFTP server, in this process: asyncssh's, with one user and a folder of its own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh

USER, PASSWORD = "portal", "a password of sftp"


class Login(asyncssh.SSHServer):
    """Lets one user in, by password or by a key."""

    def begin_auth(self, username: str) -> bool:
        return True

    def password_auth_supported(self) -> bool:
        return True

    def validate_password(self, username: str, password: str) -> bool:
        return (username, password) == (USER, PASSWORD)


class SftpServer:
    """The server, its address and its key."""

    user, password = USER, PASSWORD

    def __init__(self, root: Path) -> None:
        root.mkdir()
        self.root = root
        self.port = 0
        self._user_key = asyncssh.generate_private_key("ssh-ed25519")
        self._host_key = asyncssh.generate_private_key("ssh-ed25519")
        self._acceptor: asyncssh.SSHAcceptor | None = None

    @property
    def fingerprint(self) -> str:
        return str(self._host_key.get_fingerprint())

    @property
    def private_key(self) -> str:
        return self._user_key.export_private_key().decode()

    async def resume(self, port: int = 0) -> None:
        keys = asyncssh.import_authorized_keys(self._user_key.export_public_key().decode())
        self._acceptor = await asyncssh.listen(
            "127.0.0.1",
            port,
            server_factory=Login,
            server_host_keys=[self._host_key],
            authorized_client_keys=keys,
            sftp_factory=lambda channel: asyncssh.SFTPServer(channel, chroot=str(self.root)),
        )
        self.port = self._acceptor.get_port()

    async def pause(self) -> int:
        """Stop listening; returns the port."""
        assert self._acceptor is not None
        self._acceptor.close()
        await self._acceptor.wait_closed()
        return self.port

    async def change_host_key(self) -> None:
        port = await self.pause()
        self._host_key = asyncssh.generate_private_key("ssh-ed25519")
        await self.resume(port)


@asynccontextmanager
async def run_sftp(root: Path) -> AsyncIterator[SftpServer]:
    server = SftpServer(root)
    await server.resume()
    try:
        yield server
    finally:
        await server.pause()
