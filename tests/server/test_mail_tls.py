"""Mail by TLS and by STARTTLS: to a server that is who it says, and to no other a word of the
password, nor of a letter."""

from __future__ import annotations

import base64
import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from tests.server.certificates import DAY, Authority

from napoleon.server.alerts.mail import MailLine, write_letter
from napoleon.server.alerts.settings import MailServer, Settings
from napoleon.server.alerts.wire import Unreachable

USER, PASSWORD = "staff@war.example", "la garde meurt"


class Office:
    """A mail server that wants a name and a password, by TLS alone; it keeps what it hears."""

    def __init__(self, security: str, context: ssl.SSLContext | None) -> None:
        self.logins: list[tuple[str, str]] = []
        self.letters: list[bytes] = []
        self.hellos = 0
        self.is_sealed = security == "smtps"
        more = (
            {"ssl_context": context}
            if security == "smtps"
            else {"tls_context": context, "require_starttls": context is not None}
        )
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = int(probe.getsockname()[1])
        self.controller = Controller(
            self,
            hostname="127.0.0.1",
            port=self.port,
            authenticator=self.admit,
            auth_require_tls=False,  # it would take a password in clear, too
            **more,
        )

    def knock(self) -> None:
        """See whether it runs, whoever it says that it is."""
        with socket.create_connection(("127.0.0.1", self.port)) as line:
            if not self.is_sealed:
                line.recv(100)
                return
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
            with context.wrap_socket(line) as sealed:
                sealed.recv(100)

    def admit(self, _: SMTP, __: Session, ___: Envelope, ____: str, data: object) -> AuthResult:
        """Somebody gives a name and a password."""
        assert isinstance(data, LoginPassword)
        self.logins.append((data.login.decode(), data.password.decode()))
        return AuthResult(success=True)

    async def handle_EHLO(
        self, _: SMTP, session: Session, __: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        """Somebody says hello."""
        self.hellos += 1
        session.host_name = hostname
        return responses

    async def handle_DATA(self, _: SMTP, __: Session, envelope: Envelope) -> str:
        """A letter comes."""
        assert isinstance(envelope.content, bytes)
        self.letters.append(envelope.content)
        return "250 OK"


@contextmanager
def office(security: str, context: ssl.SSLContext | None) -> Iterator[Office]:
    """A mail server that runs."""
    running = Office(security, context)
    # The controller's own try whether it has come up does not trust our authority.
    running.controller._trigger_server = running.knock  # type: ignore[method-assign]
    running.controller.start()
    try:
        yield running
    finally:
        running.controller.stop(no_assert=True)


@pytest.fixture
def authority(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Authority:
    """The authority that this machine trusts, alone."""
    trusted = Authority(tmp_path, "trusted")
    monkeypatch.setenv("SSL_CERT_FILE", str(trusted.file))
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path / "none"))
    return trusted


def send(port: int, security: str) -> None:
    """Send a letter with a login."""
    server = MailServer("localhost", port, security, USER, PASSWORD)
    settings = Settings("https://war.example", server, "staff@war.example")
    letter = write_letter(settings, "id", "ney@war.example", "It is your turn", "x", "en", "", 0)
    line = MailLine(server)
    try:
        line.offer(letter)
        line.hand_over(letter)
    finally:
        line.close()


@pytest.mark.parametrize("security", ["smtps", "smtp"])
def test_a_server_that_is_who_it_says_gets_the_letter(security: str, authority: Authority) -> None:
    with office(security, authority.vouch("localhost")) as there:
        send(there.port, security)
        assert there.logins == [(USER, PASSWORD)]
        (letter,) = there.letters
        assert b"It is your turn" in letter


@pytest.mark.parametrize("wrong", ["stranger", "expired", "another name"])
@pytest.mark.parametrize("security", ["smtps", "smtp"])
def test_a_server_that_is_not_gets_nothing(
    security: str, wrong: str, authority: Authority, tmp_path: Path
) -> None:
    stranger = Authority(tmp_path, "stranger")
    context = {
        "stranger": stranger.vouch("localhost"),
        "expired": authority.vouch("localhost", until=-DAY),
        "another name": authority.vouch("mail.example"),
    }[wrong]
    with office(security, context) as there:
        with pytest.raises(Unreachable) as raised:
            send(there.port, security)
        assert "certificate" in str(raised.value).lower(), "not for another reason"
        assert there.logins == [] and there.letters == []
        assert PASSWORD not in str(raised.value)


def test_a_server_without_starttls_gets_nothing(authority: Authority) -> None:
    with office("smtp", None) as there:
        with pytest.raises(Unreachable) as raised:
            send(there.port, "smtp")
        assert "STARTTLS" in str(raised.value)
        assert there.hellos >= 1 and there.logins == [] and there.letters == []


class Listener:
    """Somebody on the way who speaks a little SMTP in clear and keeps every byte."""

    def __init__(self, answers: list[bytes]) -> None:
        self.heard = b""
        self._answers = answers
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._socket.getsockname()[1])
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    def _serve(self) -> None:
        line, _ = self._socket.accept()
        with line, suppress(ConnectionError):
            line.sendall(b"220 mail.example\r\n")
            for answer in self._answers:
                self.heard += line.recv(4096)
                line.sendall(answer)
            while data := line.recv(4096):
                self.heard += data

    def close(self) -> None:
        """Wait for the other side to hang up."""
        self.thread.join(10)
        self._socket.close()


@pytest.mark.parametrize(
    "answers",
    [
        [b"250-mail.example\r\n250 AUTH PLAIN LOGIN\r\n"],  # the word was taken out on the way
        [b"250-mail.example\r\n250-AUTH PLAIN\r\n250 STARTTLS\r\n", b"454 not now\r\n"],
        [b"250-mail.example\r\n250-AUTH PLAIN\r\n250 STARTTLS\r\n", b"220 go on\r\n250 clear\r\n"],
        [
            b"250-mail.example\r\n250-AUTH PLAIN\r\n250 STARTTLS\r\n",
            b"220 go on\r\n",
            b"250 in\r\n",
        ],
    ],
    ids=["stripped", "refused", "words put in behind it", "no TLS after it"],
)
def test_no_password_in_clear_whoever_stands_on_the_way(answers: list[bytes]) -> None:
    between = Listener(answers)
    with pytest.raises(Unreachable):
        send(between.port, "smtp")
    between.close()
    pair = f"\0{USER}\0{PASSWORD}".encode()
    for secret in (PASSWORD.encode(), base64.b64encode(pair), base64.b64encode(PASSWORD.encode())):
        assert secret not in between.heard
    assert b"AUTH" not in between.heard and b"MAIL FROM" not in between.heard
    assert b"ehlo" in between.heard.lower()


def test_what_a_mail_server_repeats_does_not_tell_the_password() -> None:
    pair = base64.b64encode(f"\0{USER}\0{PASSWORD}".encode()).decode()
    reply = f"535 who is {PASSWORD}? {pair}\r\n".encode()
    talker = Listener([b"250-mail.example\r\n250 AUTH PLAIN\r\n", reply, reply, reply])
    server = MailServer("127.0.0.1", talker.port, "smtp+plain", USER, PASSWORD)
    with pytest.raises(Unreachable) as raised:
        MailLine(server).open()
    talker.close()
    assert "535" in str(raised.value) and "\n" not in str(raised.value)
    assert PASSWORD not in str(raised.value) and pair not in str(raised.value)
