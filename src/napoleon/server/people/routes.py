"""The calls about oneself and about others (docs/protocol.md)."""

from __future__ import annotations

from typing import Annotated, cast

from litestar import Response, get, post
from litestar.params import Parameter
from sqlalchemy import Connection

from napoleon.server.alerts.forms import WebhookForm
from napoleon.server.cleaning import is_token
from napoleon.server.http import people
from napoleon.server.http.cookies import cookie_of, delete_cookies
from napoleon.server.http.doorkeeper import Asked, Doorkeeper, keeper_of
from napoleon.server.http.messages import Me, Nothing
from napoleon.server.http.pages import FOR_EVER
from napoleon.server.http.people import hash_cookie
from napoleon.server.http.routes import come_in
from napoleon.server.people import circle, leaving, parcel, passkeys, profiles, reports, sessions
from napoleon.server.people.messages import (
    AccountInfo,
    Acquaintance,
    BondChange,
    Complaint,
    Deletion,
    NewPasskey,
    PasskeyAnswer,
    PasskeyChoice,
    PasskeyName,
    PasskeyOptions,
    PeopleList,
    Profile,
    SessionChoice,
    WebhookInfo,
    WishChange,
)
from napoleon.server.people.passkeys import NOT_ACCEPTED, house_of
from napoleon.server.people.standards import SEED, draw_standard
from napoleon.server.person import Person
from napoleon.server.refusals import Refused
from napoleon.server.store import bonds, naming
from napoleon.server.store import tables as store
from napoleon.server.store.alert_wishes import find_webhook
from napoleon.server.times import now_text


def _token(request: Asked) -> str:
    """Return the hash of the cookie by which somebody was found to be a person."""
    return hash_cookie(cookie_of(request.scope, request.cookies) or "")


async def _asker(request: Asked) -> tuple[Doorkeeper, Person]:
    keeper = keeper_of(request)
    return keeper, await keeper.person(request)


# --- oneself


@get("/api/account")
async def show_account(request: Asked) -> AccountInfo:
    """What I keep here: passkeys, sessions, what others may see."""
    keeper, person = await _asker(request)
    token = _token(request)
    can_have = house_of(request).can_have_passkeys

    def read(database: Connection) -> AccountInfo:
        wanted = bonds.wishes_of(database, person.id)
        return AccountInfo(
            name=person.name,
            is_account=person.is_account,
            picture=circle.picture_of(person.id),
            passkeys=passkeys.list_passkeys(database, person.id),
            can_have_passkeys=can_have,
            sessions=sessions.list_sessions(database, person.id, token),
            webhooks=[WebhookInfo(hook[0], cast("WebhookForm", hook[1]))]
            if (hook := find_webhook(database, person.id))[0]
            else [],
            open_games=leaving.games_with_others(database, person.id),
            is_seen=wanted.is_seen,
            is_shown=wanted.is_shown,
        )

    return await keeper.hall.read(read)


@post("/api/account/wishes", status_code=200)
async def change_wishes(request: Asked, data: WishChange) -> Nothing:
    """What others may see of me."""
    keeper, person = await _asker(request)

    def work(database: Connection) -> None:
        now = bonds.wishes_of(database, person.id)
        is_seen = now.is_seen if data.is_seen is None else data.is_seen
        is_shown = now.is_shown if data.is_shown is None else data.is_shown
        bonds.wish(database, person.id, bonds.Wishes(is_seen, is_shown))

    await keeper.hall.write(work)
    return Nothing()


@post("/api/account/sessions/end", status_code=200)
async def end_sessions(request: Asked, data: SessionChoice) -> Nothing:
    """End one of my sessions, or all but this one."""
    keeper, person = await _asker(request)
    token = _token(request)

    def work(database: Connection) -> list[str]:
        return sessions.end_sessions(database, person.id, data.id, token)

    for ended in await keeper.hall.write(work):
        keeper.hall.log_out(ended)
    return Nothing()


@get("/api/account/data")
async def download_data(request: Asked) -> Response[bytes]:
    """All that is kept of me, as a ZIP file."""
    keeper, person = await _asker(request)
    keeper.admit_parcel(person)
    hall = keeper.hall
    here = circle.at_tables(hall)
    known = await hall.read(lambda database: circle.list_people(database, person.id, here))
    packed = await parcel.pack(hall, person, _token(request), known)
    headers = {"Content-Disposition": 'attachment; filename="napoleon-1815.zip"'}
    return Response(packed, media_type="application/zip", headers=headers)


@post("/api/account/delete", status_code=200)
async def delete_account(request: Asked, data: Deletion) -> Response[Nothing]:
    """Forget all that is mine; the games of the others stay whole."""
    keeper, person = await _asker(request)
    if person.account is not None:
        account = person.account
        keeper.admit_login(request, account)
        found = await keeper.hall.read(lambda database: store.find_account(database, account))
        await keeper.hall.access.hash(lambda: people.check_password(found, data.password))
    await leaving.leave_for_good(keeper.hall, person, data.games)
    keeper.replace(person.id)
    response = Response(Nothing())
    delete_cookies(request.scope, response)
    return response


# --- passkeys


@post("/api/passkeys/begin", status_code=200)
async def begin_passkey(request: Asked) -> PasskeyOptions:
    """What my authenticator is to be asked for a new passkey."""
    keeper = keeper_of(request)
    person = await keeper.proven(request)
    house = house_of(request)
    return PasskeyOptions(
        await keeper.hall.write(
            lambda database: passkeys.begin_making(database, house, person),
        )
    )


@post("/api/passkeys", status_code=200)
async def make_passkey(request: Asked, data: NewPasskey) -> Nothing:
    """Keep what it has made."""
    keeper = keeper_of(request)
    person = await keeper.proven(request)
    house = house_of(request)

    def work(database: Connection) -> bool:
        return passkeys.make(database, house, person, data.credential, data.name, now_text())

    if not await keeper.hall.write(work):
        raise Refused("wrong-login", NOT_ACCEPTED)
    return Nothing()


@post("/api/passkeys/rename", status_code=200)
async def rename_passkey(request: Asked, data: PasskeyName) -> Nothing:
    """Call a passkey something else."""
    keeper, person = await _asker(request)
    await keeper.hall.write(
        lambda database: passkeys.rename(database, person.id, data.id, data.name)
    )
    return Nothing()


@post("/api/passkeys/remove", status_code=200)
async def remove_passkey(request: Asked, data: PasskeyChoice) -> Nothing:
    """A passkey opens nothing any more."""
    keeper = keeper_of(request)
    person = await keeper.proven(request)
    await keeper.hall.write(lambda database: passkeys.remove(database, person.id, data.id))
    return Nothing()


@post("/api/passkeys/login/begin", status_code=200)
async def begin_passkey_login(request: Asked) -> PasskeyOptions:
    """What an authenticator is to be asked by which somebody comes in."""
    keeper = keeper_of(request)
    keeper.admit_passkey(request)
    house = house_of(request)
    return PasskeyOptions(
        await keeper.hall.write(lambda database: passkeys.begin_login(database, house))
    )


@post("/api/passkeys/login", status_code=200)
async def log_in_by_passkey(request: Asked, data: PasskeyAnswer) -> Response[Me]:
    """Begin a session of the account whose passkey has answered; the games of the guest come
    along."""
    keeper = keeper_of(request)
    keeper.admit_passkey(request)
    house = house_of(request)
    person = await keeper.hall.write(
        lambda database: passkeys.log_in(database, house, data.credential, now_text())
    )
    if person is None:
        raise Refused("wrong-login", NOT_ACCEPTED)
    return await come_in(request, person)


# --- others


@get("/api/people")
async def list_people(request: Asked) -> PeopleList:
    """My friends and others, and whom I have met."""
    keeper, person = await _asker(request)
    here = circle.at_tables(keeper.hall)
    return await keeper.hall.read(lambda database: circle.list_people(database, person.id, here))


@get("/api/profile")
async def show_profile(
    request: Asked,
    name: Annotated[str, Parameter(max_length=200)] = "",
    id: Annotated[str, Parameter(max_length=24)] = "",
) -> Profile:
    """What everybody may know of the holder of an account, by id, or by the name of the account or
    the one that is shown."""
    keeper, person = await _asker(request)
    account = people.account_name(name)
    here = circle.at_tables(keeper.hall)

    def read(database: Connection) -> Profile:
        who_id = id or naming.find_named(database, account)
        found = circle.profile_of(database, who_id) if who_id and is_token(who_id) else None
        if found is None:
            raise Refused("not-found", "there is nobody of this name")
        who, since = found
        is_me = who.id == person.id
        is_shown = bonds.wishes_of(database, who.id).is_shown
        results = profiles.Results()
        if is_shown:
            results = profiles.count_results(database, who.id)
        return Profile(
            person=circle.Circle(database, person.id, here).describe(who),
            since=since,
            is_me=is_me,
            is_shown=is_shown,
            games=results.games,
            sides=profiles.tallies(results.sides),
            scenarios=profiles.tallies(results.scenarios),
            levels=profiles.tallies(results.levels),
        )

    return await keeper.hall.read(read)


@post("/api/people/bond", status_code=200)
async def change_bond(request: Asked, data: BondChange) -> Acquaintance:
    """Somebody is a friend, blocked or not heard; or no longer."""
    keeper, person = await _asker(request)
    here = circle.at_tables(keeper.hall)

    def work(database: Connection) -> Acquaintance:
        who = bonds.find_people(database, {data.person}).get(data.person)
        if who is None:
            raise Refused("not-found", "there is nobody of this name")
        if data.is_on and data.kind == "friend" and not (who.is_account and person.is_account):
            raise Refused("not-now", "friends need an account, both of them")
        if not data.is_on:
            bonds.untie(database, person.id, who.id, data.kind)
        else:
            bonds.tie(database, person.id, who.id, data.kind, now_text())
        return circle.Circle(database, person.id, here).describe(who)

    changed = await keeper.hall.write(work)
    if data.kind != "friend":
        keeper.hall.look_again(person.id)
    return changed


@post("/api/people/report", status_code=200)
async def report(request: Asked, data: Complaint) -> Nothing:
    """Tell whoever runs the server about somebody."""
    keeper, person = await _asker(request)
    await keeper.hall.write(
        lambda database: reports.complain(database, person.id, data, now_text())
    )
    return Nothing()


@get("/pictures/{name:str}", sync_to_thread=False)
def picture(name: str) -> Response[str]:
    """A standard, by its seed."""
    seed, _, kind = name.partition(".")
    if kind != "svg" or SEED.fullmatch(seed) is None:
        raise Refused("not-found", "there is nothing here")
    headers = {"Cache-Control": FOR_EVER}
    return Response(draw_standard(seed), media_type="image/svg+xml", headers=headers)


PEOPLE = [
    show_account,
    change_wishes,
    end_sessions,
    download_data,
    delete_account,
    begin_passkey,
    make_passkey,
    rename_passkey,
    remove_passkey,
    begin_passkey_login,
    log_in_by_passkey,
    list_people,
    show_profile,
    change_bond,
    report,
]
PICTURES = [picture]
