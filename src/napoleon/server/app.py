"""Putting it together: the application, and the command that serves it."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
import sys
import threading
import webbrowser
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from litestar import Litestar, Request, Response
from litestar.datastructures import ResponseHeader, State
from litestar.exceptions import HTTPException

from napoleon import typeface
from napoleon.rules.words.language import N_
from napoleon.scenarios.reading import Scenario
from napoleon.server import logs, texts
from napoleon.server.alerts.messenger import Messenger
from napoleon.server.alerts.settings import Settings, read_settings
from napoleon.server.cluster import Cluster, check_shareable
from napoleon.server.computers.brake import PACE
from napoleon.server.http.cookies import cookie_of, is_safe
from napoleon.server.http.doorkeeper import Doorkeeper, is_same_origin
from napoleon.server.http.health import HEALTH, Insiders, Measures
from napoleon.server.http.housekeeping import KEPT_DAYS, keep_house
from napoleon.server.http.lobby_routes import LOBBY
from napoleon.server.http.matchmaker import Matchmaker
from napoleon.server.http.measure_routes import MEASURE
from napoleon.server.http.notice_routes import NOTICES
from napoleon.server.http.pages import PAGES, no_page
from napoleon.server.http.practice_routes import PRACTICE
from napoleon.server.http.proofs import Asking, Proofs
from napoleon.server.http.robots import ROBOTS, is_private
from napoleon.server.http.routes import ROUTES
from napoleon.server.http.rules_routes import RULES
from napoleon.server.limits import BODY_BYTES, FRAME_BYTES, Limits
from napoleon.server.listening import listen
from napoleon.server.live.hall import Hall
from napoleon.server.live.sockets import SOCKETS, serve_socket
from napoleon.server.measure.referee import Referee
from napoleon.server.people.confirming import CONFIRMING
from napoleon.server.people.routes import PEOPLE, PICTURES
from napoleon.server.refusals import NOT_STORED, ErrorAnswer, Refused, tell_caller
from napoleon.server.store import tables as store
from napoleon.server.store import upgrading
from napoleon.server.store.exclusive import CannotStore, ServingLock
from napoleon.server.store.writer import is_everybodys
from napoleon.server.times import Watch

log = logging.getLogger("napoleon.server")
MOST_ROOMS = 5000  # tables held in memory while nobody is at them
SWITCH = 0.001  # seconds after which the writer's thread gets its turn

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


HSTS = (b"strict-transport-security", b"max-age=31536000")
NO_INDEX = (b"x-robots-tag", b"noindex, nofollow")
NO_STORE = (b"cache-control", b"no-store")

HTTP_ERRORS = {
    404: ("not-found", N_("there is nothing here")),
    405: ("bad-method", N_("this cannot be done here")),
    413: ("too-large", N_("this is too long")),
}


UNREADABLE = N_("this cannot be read: {problem}")


def _refused(request: Request[Any, Any, Any], refusal: Refused) -> Response[ErrorAnswer]:
    answer = tell_caller(refusal, _language(request))
    return Response(answer, status_code=refusal.status, headers=HEADERS)


def _language(request: Request[Any, Any, Any]) -> str:
    """What the person has chosen, else what the browser asks for."""
    keeper: Doorkeeper = request.app.state.keeper
    known = keeper.recall(cookie_of(request.scope, request.cookies))
    if known is not None:
        return known.lang
    return texts.choose_from_header(request.headers.get("accept-language", ""))


def _is_visit(request: Request[Any, Any, Any]) -> bool:
    """Whether somebody looks for a page: a browser does not ask for text/html otherwise."""
    path = request.url.path
    is_file = path.startswith(("/api/", "/static/", "/ws/", "/fonts/", "/i18n/"))
    return (
        request.method == "GET" and not is_file and "text/html" in request.headers.get("accept", "")
    )


def _http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    if error.status_code == 404 and _is_visit(request):
        page = no_page(request)
        page.headers.update(HEADERS)
        return page
    if error.status_code in HTTP_ERRORS:
        return _refused(request, Refused(*HTTP_ERRORS[error.status_code]))
    problem = error.detail[:300]
    refusal = Refused("bad-request", UNREADABLE, problem=problem)
    answer = _refused(request, refusal)
    answer.status_code = error.status_code
    return answer


def _crash(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorAnswer]:
    if isinstance(error, RecursionError | UnicodeError):  # a body that nobody means well by
        problem = type(error).__name__
        return _refused(request, Refused("bad-request", UNREADABLE, problem=problem))
    if isinstance(error, KeyError) and request.url.path.startswith("/ws/"):
        # The router stumbles over a plain call to the address of a socket.
        return _refused(request, Refused(*HTTP_ERRORS[404]))
    if is_everybodys(error):
        log.error("the store does not answer: %s", error)
        return _refused(request, Refused("not-stored", NOT_STORED))
    log.error("a request failed", exc_info=error)
    return _refused(request, Refused("crashed", N_("something went wrong on the server")))


async def _check_caller(request: Request[Any, Any, Any]) -> None:
    # Not a plain function: it would be sent through a thread, at every call.
    if request.method not in ("GET", "HEAD") and not is_same_origin(dict(request.headers)):
        raise Refused("origin", "this was asked from a page of another site")
    if request.url.path.startswith("/api/"):
        request.app.state.keeper.admit_call(request.scope)


class Site(Litestar):
    """The application. Sockets go their own way; whoever came by HTTPS comes by it from now on,
    what is personal is kept by no cache, and search engines keep away from it."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a call."""
        if scope["type"] == "websocket":
            await serve_socket(self.state.keeper, scope, receive, send)
            return
        more = _more_headers(scope) if scope["type"] == "http" else []
        await super().__call__(scope, receive, _with_headers(send, more) if more else send)


def _more_headers(scope: Any) -> list[tuple[bytes, bytes]]:
    """What is said of an answer besides what its handler says."""
    path = scope["path"]
    more = [HSTS] if is_safe(scope) else []
    if is_private(path):
        more.append(NO_INDEX)
    if path.startswith("/api/"):
        more.append(NO_STORE)
    return more


def _with_headers(send: Any, more: list[tuple[bytes, bytes]]) -> Any:
    async def send_more(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *more]}
        await send(message)

    return send_more


def create_app(
    database_url: str | None = None,
    *,
    limits: Limits | None = None,
    pace: float = PACE,
    most_rooms: int = MOST_ROOMS,
    keep_days: float = KEPT_DAYS,
    metrics_for: Sequence[str] = (),
    scenarios: Sequence[Scenario] = (),
    boards: Sequence[Path] = (),
    alerts: Settings | None = None,
    watch: Watch | None = None,
    proof: Asking = "public",
) -> Litestar:
    """The application; `pace` is how long computers that play alone wait between two moves, in
    seconds, `keep_days` for how many days unused sessions are kept, `metrics_for` the addresses or
    networks that may read /metrics besides this machine, `scenarios` what is offered besides our
    own, `boards` the folders of boards besides ours, `alerts` how people are told that it is their
    turn (None: as the environment says), `watch` the time of the clocks (None: the machine's),
    `proof` of whom a proof of work is asked (proofs.py)."""
    insiders = Insiders(metrics_for)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        engine = store.open_engine(database_url or store.default_url())
        upgrading.migrate(engine)
        hall = Hall(engine, limits or Limits(), pace, most_rooms, boards, watch)
        hall.scenarios.update({scenario.id: scenario for scenario in scenarios})
        app.state.hall = hall
        app.state.keeper = Doorkeeper(hall)
        app.state.proofs = Proofs(hall, proof)
        app.state.measures = Measures(hall)
        app.state.insiders = insiders
        app.state.messenger = Messenger(hall, alerts or read_settings(), watch)
        await hall.open()
        app.state.messenger.open()
        housekeeper = asyncio.create_task(keep_house(app.state.keeper, keep_days))
        looking = asyncio.create_task(app.state.keeper.sessions.keep_looking())
        app.state.referee = Referee(hall)
        refereeing = asyncio.create_task(app.state.referee.serve())
        app.state.matchmaker = Matchmaker(hall)
        matching = asyncio.create_task(app.state.matchmaker.serve())
        try:
            yield
        finally:
            housekeeper.cancel()
            looking.cancel()
            refereeing.cancel()
            matching.cancel()
            await app.state.messenger.close()
            await hall.close()
            engine.dispose()

    return Site(
        [
            *(*PAGES, *RULES, *ROUTES, *LOBBY, *MEASURE, *PRACTICE),
            *(*NOTICES, *PEOPLE, *CONFIRMING, *PICTURES, *HEALTH, *SOCKETS, *ROBOTS),
        ],
        lifespan=[lifespan],
        openapi_config=None,
        before_request=_check_caller,
        response_headers=[
            ResponseHeader(name=name, value=value) for name, value in HEADERS.items()
        ],
        exception_handlers={Refused: _refused, HTTPException: _http_error, Exception: _crash},
        request_max_body_size=BODY_BYTES,
        state=State(),
        logging_config=None,
    )


def _open_many_files() -> None:
    """Every socket is a file to the system: as many as it lets us have."""
    try:
        import resource
    except ImportError:  # Windows
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _prepare_process() -> None:
    """Settings of the whole process, for short pauses and many sockets."""
    _open_many_files()
    sys.setswitchinterval(SWITCH)
    # Games are many long-lived objects without cycles: looking through them all takes long and
    # finds nothing. So only new objects are looked through, a few at a time; all of them once a day
    # (housekeeping.py).
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 1_000_000, 100)


def serve(
    host: str = "127.0.0.1",
    port: int = 1815,
    *,
    open_browser: bool = False,
    database_url: str | None = None,
    limits: Limits | None = None,
    pace: float = PACE,
    page: str = "/",
    keep_days: float = KEPT_DAYS,
    fd: int | None = None,
    proxies: Sequence[str] = (),
    is_json_log: bool = False,
    scenarios: Sequence[Scenario] = (),
    metrics_for: Sequence[str] = (),
    boards: Sequence[Path] = (),
    alerts: Settings | None = None,
    watch: Watch | None = None,
    proof: Asking = "public",
) -> None:
    """Serve until interrupted; port 0 takes a free one, `fd` is an address bound already. What
    `proxies` (addresses or networks) say of who calls, and how, is believed; those of `metrics_for`
    may read /metrics."""
    import uvicorn

    from napoleon.server.live.protocol import PatientProtocol, SocketProtocol

    logs.set_up(is_json_log)
    PatientProtocol.patience = (limits or Limits()).request
    PatientProtocol.most = 0 if proxies else (limits or Limits()).connections

    url = database_url or store.default_url()
    lock = ServingLock(url)
    if fd is None:
        prepare_database(url)
    app = create_app(
        url,
        limits=limits,
        pace=pace,
        keep_days=keep_days,
        metrics_for=metrics_for,
        scenarios=scenarios,
        boards=boards,
        alerts=alerts,
        watch=watch,
        proof=proof,
    )
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        http=PatientProtocol,
        ws=SocketProtocol,
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        log_level="error",  # what strangers send is not worth a line each
        access_log=False,
        server_header=False,
        log_config=None,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_graceful_shutdown=3,
        lifespan="on",
    )
    _prepare_process()
    threading.Thread(target=typeface.prepare, name="typeface", daemon=True).start()
    server = uvicorn.Server(config)
    if fd is not None:
        server.run(sockets=[socket.socket(fileno=fd)])
        return
    listener = listen(host, port)
    bound = listener.getsockname()[1]
    address = _say_where(host, bound, page)
    if open_browser:
        threading.Timer(0.8, show_page, [address]).start()
    server.run(sockets=[listener])
    lock.release()


def show_page(address: str) -> None:
    """Open the page in a browser, or say that it could not be opened."""
    try:
        is_open = webbrowser.open(address)
    except (OSError, webbrowser.Error):
        is_open = False
    if not is_open:
        print(f"No browser could be opened: go to {address}", file=sys.stderr, flush=True)


def prepare_database(url: str) -> None:
    """Bring a database up to date, and try whether it can be written; raises CannotStore."""
    engine = store.open_engine(url)
    try:
        upgrading.migrate(engine)
        store.try_writing(engine)
    except upgrading.IsNewer as error:
        raise CannotStore(str(error)) from error
    except (sa.exc.DBAPIError, OSError) as error:
        problem = error.orig if isinstance(error, sa.exc.DBAPIError) else error
        place = engine.url.render_as_string(hide_password=True)
        raise CannotStore(f"Nothing can be stored in {place}: {problem}".strip()) from error
    finally:
        engine.dispose()


def serve_many(
    host: str, port: int, processes: int, database_url: str | None, options: list[str]
) -> None:
    """Serve with several processes until interrupted; raises CannotShare."""
    url = database_url or store.default_url()
    check_shareable(url, processes)
    prepare_database(url)  # once, before any of them begins
    logs.set_up("--json-log" in options)
    cluster = Cluster(host, port, processes, url, options)
    _say_where(host, cluster.port, "/")
    cluster.run()


def _say_where(host: str, port: int, page: str) -> str:
    shown = "localhost" if host in ("127.0.0.1", "0.0.0.0", "::", "::1") else host
    address = f"http://{shown}:{port}{page}"
    print(f"Napoléon is at {address} (Ctrl-C stops it)", flush=True)
    return address


__all__ = ["HEADERS", "create_app", "serve", "serve_many"]
