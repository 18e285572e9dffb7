"""Behind Caddy and nginx with HTTPS, as deploy/ has them: cookies, sockets, addresses."""

from __future__ import annotations

import json
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.playing import GENEROUS, WAIT, Server
from websockets.sync.client import connect
from websockets.typing import Origin

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "napoleon.example.org"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def caddy(folder: Path, server: int, port: int) -> list[str]:
    """Our Caddyfile with a certificate that Caddy signs itself, at another port."""
    text = (
        (DEPLOY / "Caddyfile").read_text("utf-8").replace("127.0.0.1:1815", f"127.0.0.1:{server}")
    )
    text = text.replace(f"{NAME} {{", f"https://localhost:{port} {{\n\ttls internal", 1)
    start = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n"
    (folder / "Caddyfile").write_text(start + text)
    return ["caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile"]


def nginx(folder: Path, server: int, port: int) -> list[str]:
    """Our nginx.conf with a certificate of our own, at another port."""
    key, certificate = folder / "privkey.pem", folder / "fullchain.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-keyout", key, "-out", certificate, "-subj", "/CN=localhost"),
        ],
        check=True,
        capture_output=True,
    )
    text = (
        (DEPLOY / "nginx.conf").read_text("utf-8").replace("127.0.0.1:1815", f"127.0.0.1:{server}")
    )
    text = text.replace("/etc/ssl/napoleon", str(folder)).replace(NAME, "localhost")
    text = text.replace("listen 443 ssl", f"listen {port} ssl")
    text = text.replace("listen [::]:443", f"listen [::]:{port}")
    text = re.sub(r"listen (\[::\]:)?80;", rf"listen \g<1>{free_port()};", text)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/error.log; worker_processes 1;\n"
        f"events {{ worker_connections 256; }}\nhttp {{\naccess_log off;\n"
        + "".join(
            f"{kind}_temp_path {folder}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        + text
        + "}\n"
    )
    return ["nginx", "-p", str(folder), "-c", str(folder / "nginx.conf")]


@pytest.fixture(params=[caddy, nginx])
def behind(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Server, int]]:
    """A server, and the port at which a proxy stands before it."""
    make: Callable[[Path, int, int], list[str]] = request.param
    if shutil.which(make.__name__) is None:
        pytest.skip(f"{make.__name__} is not installed")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    limits = dict(GENEROUS) | {"guests": 0.0001, "guests_at_once": 3}
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    server = Server(url, limits=limits, options=["--proxy", "127.0.0.1"]).start()
    port = free_port()
    with subprocess.Popen(make(tmp_path, server.port, port), stderr=subprocess.DEVNULL) as proxy:
        deadline = time.monotonic() + WAIT
        while True:
            try:
                httpx.get(f"https://localhost:{port}/healthz", verify=False).raise_for_status()
                break
            except httpx.HTTPError:
                assert proxy.poll() is None and time.monotonic() < deadline
                time.sleep(0.05)
        yield server, port
        proxy.terminate()


def test_behind_a_proxy_with_https(behind: tuple[Server, int]) -> None:
    server, port = behind
    with httpx.Client(base_url=f"https://localhost:{port}", verify=False) as http:
        answer = http.get("/api/me")
        assert answer.status_code == 200
        assert "secure" in answer.headers["set-cookie"].lower()
        assert answer.headers["strict-transport-security"].startswith("max-age=")
        assert http.get("/metrics").status_code == 404
        assert http.get("/healthz").json() == {"ok": True}
        body = {"scenario": "historical", "seats": {"french": "me", "allied": "me"}}
        game = http.post("/api/games", json=body).json()["id"]
        cookie = http.cookies["__Host-napoleon"]
    trusting = ssl.create_default_context()
    trusting.check_hostname = False
    trusting.verify_mode = ssl.CERT_NONE
    with connect(
        f"wss://localhost:{port}/ws/game/{game}",
        ssl=trusting,
        additional_headers={"Cookie": f"__Host-napoleon={cookie}"},
        origin=Origin(f"https://localhost:{port}"),
    ) as player:
        player.send(json.dumps({"t": "hello", "seat": "french", "since": 0}))
        state: dict[str, object] = {}
        while state.get("t") != "state":
            state = json.loads(player.recv(timeout=WAIT))
        act = {"t": "act", "id": 1, "seat": "french", "v": state["v"], "actions": ["end"]}
        player.send(json.dumps(act))
        while state.get("t") != "answer":
            state = json.loads(player.recv(timeout=WAIT))
        assert state["ok"] is True
    # Straight to the server nobody has come by HTTPS.
    assert "secure" not in httpx.get(f"{server.url}/api/me").headers["set-cookie"].lower()


def test_nobody_is_believed_about_where_they_come_from(behind: tuple[Server, int]) -> None:
    _, port = behind
    codes = []
    for number in range(4):
        headers = {"X-Forwarded-For": f"198.51.100.{number}", "Forwarded": "for=192.0.2.1"}
        codes.append(
            httpx.get(f"https://localhost:{port}/api/me", headers=headers, verify=False).status_code
        )
    assert codes == [200, 200, 200, 429]
