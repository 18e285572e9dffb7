"""Mail: letters as they are written, and a line to the mail server.

The line is opened, and the mail server asked whether it takes a letter for this address, before
anything is sent: what goes wrong until then can be tried again without fear of sending twice.
"""

from __future__ import annotations

import re
import smtplib
import ssl
from base64 import b64encode
from contextlib import suppress
from datetime import UTC, datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from typing import Final

from napoleon.server.alerts.settings import MailServer, Settings
from napoleon.server.alerts.wire import Refusal, Trouble, Unreachable, Unsure

PATIENCE: Final = 10.0  # seconds for each step
LONGEST_ADDRESS: Final = 254
LONGEST_TROUBLE: Final = 200  # characters of what a mail server says
ADDRESS: Final = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@"
    r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\.[A-Za-z0-9][A-Za-z0-9-]{0,62})*"
)


def is_address(text: str) -> bool:
    """Whether mail could go there: plain addresses only, as every mail server takes them."""
    return len(text) <= LONGEST_ADDRESS and ADDRESS.fullmatch(text) is not None


def write_letter(
    settings: Settings, ident: str, to: str, subject: str, text: str, lang: str, stop: str, now: int
) -> EmailMessage:
    """A letter; `ident` names it for good, `stop` is the address that stops such letters ("": this
    one was asked for), `now` in milliseconds."""
    letter = EmailMessage(policy=SMTP)
    letter["From"] = f"Napoléon 1815 <{settings.mail_from}>"
    letter["To"] = to
    letter["Subject"] = subject
    letter["Date"] = format_datetime(datetime.fromtimestamp(now / 1000, UTC))
    letter["Message-ID"] = f"<{ident}@{settings.mail_from.rpartition('@')[2]}>"
    letter["Auto-Submitted"] = "auto-generated"
    if stop:
        letter["List-Unsubscribe"] = f"<{stop}>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    letter.set_content(text, charset="utf-8", cte="quoted-printable")
    letter["Content-Language"] = lang
    return letter


class MailLine:
    """A line to the mail server, for one letter after the other."""

    def __init__(self, server: MailServer) -> None:
        self._server = server
        self._line: smtplib.SMTP | None = None

    def open(self) -> None:
        """Say hello, unless that was done; raises Trouble."""
        if self._line is not None:
            return
        server = self._server
        context = ssl.create_default_context()
        line: smtplib.SMTP | None = None
        try:
            if server.security == "smtps":
                line = smtplib.SMTP_SSL(server.host, server.port, timeout=PATIENCE, context=context)
            else:
                line = smtplib.SMTP(server.host, server.port, timeout=PATIENCE)
            if server.security == "smtp":
                line.starttls(context=context)
            line.ehlo_or_helo_if_needed()
            if server.user:
                line.login(server.user, server.password)
        except (OSError, smtplib.SMTPException) as problem:
            if line is not None:
                line.close()
            raise Unreachable(f"the mail server does not answer: {self._tell(problem)}") from None
        self._line = line

    def offer(self, letter: EmailMessage) -> None:
        """Ask whether a letter would be taken; raises Trouble or Refusal."""
        self.open()
        assert self._line is not None
        try:
            self._judge(*self._line.mail(letter["From"].addresses[0].addr_spec))
            self._judge(*self._line.rcpt(letter["To"].addresses[0].addr_spec))
        except (OSError, smtplib.SMTPException) as problem:
            self.close()
            raise Unreachable(f"the mail server has gone: {self._tell(problem)}") from None
        except (Trouble, Refusal):
            self.withdraw()
            raise

    def _judge(self, code: int, words: bytes) -> None:
        told = self._tell(f"answered {code} {words.decode(errors='replace')}")
        if 200 <= code < 300:
            return
        raise Refusal(told) if code >= 500 else Trouble(told)

    def _tell(self, problem: object) -> str:
        """What went wrong, in one line for the operator, without our password: a mail server may
        repeat what it was sent."""
        text = " ".join(str(problem).split())
        server = self._server
        pair = f"\0{server.user}\0{server.password}"
        for secret in (server.password, pair):
            if secret:
                text = text.replace(b64encode(secret.encode()).decode(), "***")
                text = text.replace(secret, "***")
        return text[:LONGEST_TROUBLE]

    def withdraw(self) -> None:
        """Not to send what was offered."""
        if self._line is not None:
            try:
                self._line.rset()
            except (OSError, smtplib.SMTPException):
                self.close()

    def hand_over(self, letter: EmailMessage) -> None:
        """Send what was offered; raises Trouble, Refusal, or Unsure where no answer came."""
        assert self._line is not None
        try:
            code, words = self._line.data(letter.as_bytes())
        except smtplib.SMTPDataError as problem:  # refused before a word of it was sent
            self.withdraw()
            self._judge(problem.smtp_code, bytes(str(problem.smtp_error), "utf-8"))
            return
        except (OSError, smtplib.SMTPException) as problem:
            self.close()
            raise Unsure(f"the mail server gave no answer: {self._tell(problem)}") from None
        self._judge(code, words)

    def close(self) -> None:
        """Say goodbye, to whoever may still hear it."""
        line, self._line = self._line, None
        if line is not None:
            with suppress(OSError, smtplib.SMTPException):
                line.quit()
            line.close()
