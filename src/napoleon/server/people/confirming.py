"""The calls by which the holder of an account shows once more who it is, and changes the password.

What a stolen cookie could take an account with (the address, passkeys) changes only for some
minutes after a password or a passkey. Showing either gives the session a new cookie: a copy of the
old one opens nothing more.
"""

from __future__ import annotations

from typing import Final

from litestar import Response, post
from sqlalchemy import Connection

from napoleon.rules.words.language import N_
from napoleon.server.http import people
from napoleon.server.http.doorkeeper import SAY_WHO, Asked, Doorkeeper, keeper_of
from napoleon.server.http.messages import Nothing
from napoleon.server.http.people import hash_cookie
from napoleon.server.http.routes import cookie_of, set_cookie
from napoleon.server.people import passkeys
from napoleon.server.people.messages import Confirmation, PasswordChange
from napoleon.server.people.passkeys import NOT_ACCEPTED, house_of
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import seeks
from napoleon.server.store import tables as store
from napoleon.server.times import now_text

NOT_YOURS: Final = N_("this is not your password")


async def _check_password(request: Asked, keeper: Doorkeeper, person: Person, password: str) -> str:
    """Return the stored hash of somebody's password. Raises Refused if it is not this one."""
    account = person.account
    if account is None:
        raise Refused("not-now", "only an account has a password")
    keeper.admit_login(request, account)
    found = await keeper.hall.read(lambda connection: store.find_account(connection, account))
    try:
        await keeper.hall.access.hash(lambda: people.check_password(found, password))
    except Refused:
        raise Refused("wrong-login", NOT_YOURS) from None
    assert found is not None
    return found[1]


@post("/api/confirm", status_code=200)
async def confirm(request: Asked, data: Confirmation) -> Response[Nothing]:
    """Show that I am the holder of my account, by password or passkey; my session gets a new
    cookie."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    if data.credential is not None:
        keeper.admit_passkey(request)
        house, credential = house_of(request), data.credential
        holder = await keeper.hall.write(
            lambda connection: passkeys.log_in(connection, house, credential, now_text())
        )
        if holder is None or holder.id != person.id:
            raise Refused("wrong-login", NOT_ACCEPTED)
    else:
        await _check_password(request, keeper, person, data.password)
    old, cookie = cookie_of(request) or "", people.new_cookie()
    token = hash_cookie(old)

    def work(connection: Connection) -> None:
        if not people.renew_session(connection, token, cookie, now_text()):
            raise Refused("unknown", SAY_WHO)
        seeks.renew(connection, token, hash_cookie(cookie))

    with keeper.sessions.renewing(old):
        await keeper.hall.write(work)
        keeper.forget(old)
        keeper.remember(cookie, person)
        keeper.hall.renew_token(token, hash_cookie(cookie))
    return Response(Nothing(), cookies=set_cookie(request, cookie))


@post("/api/password/change", status_code=200)
async def change_password(request: Asked, data: PasswordChange) -> Response[Nothing]:
    """Another password, for whoever knows the present one; all other sessions end, and this one
    gets a new cookie."""
    keeper = keeper_of(request)
    person = await keeper.person(request)
    before = await _check_password(request, keeper, person, data.present)
    hashed = await keeper.hall.access.hash(lambda: people.hash_password(data.password))
    old, cookie = cookie_of(request) or "", people.new_cookie()
    keeper.note_device(cookie, request)

    def work(connection: Connection) -> list[str]:
        ended = people.sessions_of(connection, person.id)
        people.change_password(connection, person, before, hashed, cookie, now_text())
        seeks.renew(connection, hash_cookie(old), hash_cookie(cookie))
        return ended

    with keeper.sessions.renewing(old):
        ended = await keeper.hall.write(work)
        keeper.replace(person.id)
        keeper.remember(cookie, person)
        keeper.hall.renew_token(hash_cookie(old), hash_cookie(cookie))
    for token in ended:
        if token != hash_cookie(old):
            keeper.hall.log_out(token)
    return Response(Nothing(), cookies=set_cookie(request, cookie))


CONFIRMING = [confirm, change_password]
