"""Secrets of the house: who sends push messages, and who may stop mails."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from napoleon.server.alerts import push
from napoleon.server.store import alert_wishes
from napoleon.server.store.access import Access


class Keys:
    """Made when they are first needed, and kept in the store for all processes."""

    def __init__(self, access: Access, address: str) -> None:
        """`address` is that of the house."""
        self._access = access
        self._address = address
        self._known: dict[str, str] = {}

    async def get(self, name: str) -> str:
        """A secret of the house, made when it is first needed."""
        if name not in self._known:
            fresh = push.new_key() if name == "vapid" else secrets.token_urlsafe(32)
            self._known[name] = await self._access.write(
                lambda connection: alert_wishes.house_key(connection, name, fresh)
            )
        return self._known[name]

    async def stop_address(self, person: str) -> str:
        """The address that stops mails to somebody, with one tap."""
        return f"{self._address}/stop/{person}.{await self._sign(person)}"

    async def whose_stop(self, token: str) -> str | None:
        """To whom no more mail is to go; None: that is not a word of ours."""
        person, _, signature = token.partition(".")
        is_ours = hmac.compare_digest(signature.encode(), (await self._sign(person)).encode())
        return person if is_ours else None

    async def _sign(self, person: str) -> str:
        key = (await self.get("stop")).encode()
        return push.encode64(hmac.digest(key, person.encode(), hashlib.sha256)[:18])
