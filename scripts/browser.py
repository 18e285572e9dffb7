"""Find a Chrome or Chromium for the browser tests and the screenshots, or install one.

``python3 scripts/browser.py`` says which one is used. The variable NAPOLEON_BROWSER names another.
Only the standard library is needed, on Linux, macOS and Windows.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VARIABLE = "NAPOLEON_BROWSER"
LONGEST = 600.0  # seconds that installing may take
NAMES = (
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
    *("chrome", "microsoft-edge", "microsoft-edge-stable", "msedge"),
)
MAC_PLACES = (
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Chromium.app/Contents/MacOS/Chromium",
    "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
)
WINDOWS_PLACES = (
    r"Google\Chrome\Application\chrome.exe",
    r"Chromium\Application\chrome.exe",
    r"Microsoft\Edge\Application\msedge.exe",
)
# Where Playwright keeps the Chromium that it installs, inside its folder of browsers.
PLAYWRIGHT_PLACES = (
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
    "chromium-*/chrome-win*/chrome.exe",
)
# What no test needs. The first two draw the list below the address bar ahead, in every new window:
# more work than most pages. The others are those that Playwright leaves out; of two such lists a
# browser heeds the last, which is this one.
WITHOUT = (
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"),
    *("OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"),
)
# Nothing but the page itself may reach for the network, and nothing needs a screen.
ARGUMENTS = (
    "--disable-features=" + ",".join(WITHOUT),
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-gpu",
    "--disable-quic",
)


class NoBrowser(RuntimeError):
    """There is no browser and none could be installed; the message says what to do."""


def arguments() -> list[str]:
    """What a browser is started with; as root it runs only without its sandbox."""
    is_root = sys.platform != "win32" and os.geteuid() == 0
    return [*ARGUMENTS, *(["--no-sandbox"] if is_root else [])]


def find() -> Path | None:
    """A browser that is already there."""
    wish = os.environ.get(VARIABLE)
    if wish:
        path = shutil.which(wish)
        if path is None:
            raise NoBrowser(f"{VARIABLE} is {wish!r}, and no such program can be run.")
        return Path(path)
    for name in NAMES:
        path = shutil.which(name)
        if path is not None:
            return Path(path)
    return next((place for place in _places() if place.is_file()), None)


def _places() -> Iterator[Path]:
    """Where browsers live that are not on the path."""
    if sys.platform == "darwin":
        for folder in (Path("/Applications"), Path.home() / "Applications"):
            yield from (folder / place for place in MAC_PLACES)
    elif sys.platform == "win32":
        for variable in ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"):
            if os.environ.get(variable):
                yield from (Path(os.environ[variable], place) for place in WINDOWS_PLACES)
    for pattern in PLAYWRIGHT_PLACES:
        yield from sorted(_playwright_folder().glob(pattern), reverse=True)


def _playwright_folder() -> Path:
    chosen = os.environ.get("PLAYWRIGHT_BROWSERS_PATH")
    if chosen and chosen != "0":
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ms-playwright"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home()) / "ms-playwright"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ms-playwright"


def find_or_install() -> Path:
    """A browser that is there, else one installed now; raises NoBrowser if neither can be."""
    found = find()
    if found is not None:
        return found
    tried = []
    with _alone():
        for name, commands in _ways():
            found = find()  # another process may have been quicker
            if found is not None:
                return found
            print(f"No Chrome or Chromium was found; installing one with {name}", flush=True)
            reason = _run_all(commands)
            found = find()
            if found is not None:
                return found
            tried.append(f"{name}: {reason or 'it installed none that can be found'}")
    raise NoBrowser(
        "The browser tests need Chrome, Chromium or Edge, and none could be found or installed ("
        + "; ".join(tried)
        + f"). Install one, or name it in {VARIABLE}."
    )


@contextmanager
def _alone() -> Iterator[None]:
    """Tests run in several processes at once; only one of them installs."""
    lock = Path(tempfile.gettempdir(), "napoleon-browser.lock")
    deadline = time.monotonic() + LONGEST
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL))
            break
        except FileExistsError:
            if time.monotonic() > deadline:  # left behind by a process that was killed
                break
            time.sleep(0.5)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def _ways() -> Iterator[tuple[str, list[list[str]]]]:
    """How one may be had here, the best way first: a name, and its commands."""
    apt = shutil.which("apt-get")
    if apt is not None and sys.platform == "linux" and os.geteuid() == 0:
        install = [apt, "install", "-qq", "--yes", "--no-install-recommends", "chromium"]
        yield "apt-get", [[apt, "update", "-qq"], install]
    yield "playwright", [[sys.executable, "-m", "playwright", "install", "chromium"]]


def _run_all(commands: list[list[str]]) -> str:
    """Run commands one after the other; the reason of the first that fails, else nothing."""
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in commands:
        try:
            done = subprocess.run(
                command,
                env=quiet,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                check=False,
            )
        except OSError as error:
            return str(error)
        if done.returncode:
            lines = done.stdout.decode(errors="replace").strip().splitlines()
            return lines[-1].strip() if lines else f"exit status {done.returncode}"
    return ""


if __name__ == "__main__":
    try:
        print(find_or_install())
    except NoBrowser as trouble:
        sys.exit(str(trouble))
