"""The cookie of a session, by either of its names.

Over HTTPS it is ``__Host-napoleon``: a browser takes that name only from the very host, over HTTPS
and for all paths, so that no neighbouring site can plant one. Over plain HTTP, on this machine or
in the house, it is ``napoleon``. A browser that has only the plain one when it comes by HTTPS gets
the same session under the other name, and loses the plain one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from litestar import Response
from litestar.datastructures import Cookie

from napoleon.server.http.people import COOKIE, COOKIE_AGE

HOST_COOKIE: Final = f"__Host-{COOKIE}"


def is_safe(scope: Any) -> bool:
    """Whether a call or socket came by HTTPS, to us or to a proxy that is believed."""
    return scope.get("scheme") in ("https", "wss")


def cookie_of(scope: Any, cookies: Mapping[str, str]) -> str | None:
    """Return the secret of the session that a call or socket comes with."""
    if is_safe(scope):
        return cookies.get(HOST_COOKIE) or cookies.get(COOKIE)
    return cookies.get(COOKIE)


def parse_cookies(header: str) -> dict[str, str]:
    """Return the cookies of a header by name; of several of one name the first."""
    found: dict[str, str] = {}
    for part in header.split(";"):
        name, is_pair, value = part.strip().partition("=")
        if is_pair:
            found.setdefault(name, value)
    return found


def set_cookies(scope: Any, cookies: Mapping[str, str], secret: str) -> list[Cookie]:
    """Return what gives a browser that came with `cookies` this session."""
    if not is_safe(scope):
        return [_cookie(COOKIE, secret, COOKIE_AGE, is_secure=False)]
    given = [_cookie(HOST_COOKIE, secret, COOKIE_AGE, is_secure=True)]
    if COOKIE in cookies:
        given.append(_cookie(COOKIE, "", 0, is_secure=True))
    return given


def take_over(scope: Any, cookies: Mapping[str, str]) -> list[Cookie]:
    """Return what renames a plain cookie that came by HTTPS; nothing if there is none."""
    if not is_safe(scope) or COOKIE not in cookies:
        return []
    return set_cookies(scope, cookies, cookies.get(HOST_COOKIE) or cookies[COOKIE])


def delete_cookies(scope: Any, response: Response[Any]) -> None:
    """Have the browser forget its session, by either name."""
    for name in (HOST_COOKIE, COOKIE) if is_safe(scope) else (COOKIE,):
        response.set_cookie(_cookie(name, "", 0, is_secure=is_safe(scope)))


def _cookie(name: str, value: str, age: int, *, is_secure: bool) -> Cookie:
    return Cookie(
        key=name,
        value=value,
        max_age=age,
        httponly=True,
        samesite="lax",
        secure=is_secure,
        path="/",
    )
