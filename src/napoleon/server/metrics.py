"""What the one who runs a server wants to know, as Prometheus reads it (/metrics).

Counters only grow, gauges are asked for when somebody looks, latencies are counted into buckets.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from typing import Final

BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0)


class Histogram:
    """How long something took, in buckets."""

    __slots__ = ("_buckets", "count", "total")

    def __init__(self) -> None:
        self._buckets = [0] * (len(BOUNDS) + 1)
        self.count = 0
        self.total = 0.0

    def observe(self, seconds: float) -> None:
        """It took so long."""
        self._buckets[bisect_left(BOUNDS, seconds)] += 1
        self.count += 1
        self.total += seconds

    def lines(self, name: str, labels: str) -> list[str]:
        """As text, with cumulative buckets."""
        found: list[str] = []
        so_far = 0
        inner = f"{labels}," if labels else ""
        for bound, number in zip((*map(str, BOUNDS), "+Inf"), self._buckets, strict=True):
            so_far += number
            found.append(f'{name}_bucket{{{inner}le="{bound}"}} {so_far}')
        outer = f"{{{labels}}}" if labels else ""
        return [*found, f"{name}_sum{outer} {self.total:.6f}", f"{name}_count{outer} {self.count}"]


class Metrics:
    """All that is measured in one process."""

    def __init__(self, labels: str = "") -> None:
        self._labels = labels
        self._help: dict[str, tuple[str, str]] = {}
        self._counters: dict[str, float] = {}
        self._gauges: dict[str, Callable[[], float]] = {}
        self._histograms: dict[str, Histogram] = {}

    def counter(self, name: str, what: str, ask: Callable[[], float] | None = None) -> None:
        """Something that is counted: here (`count`), or elsewhere, where it is asked for."""
        self._help[name] = ("counter", what)
        if ask is not None:
            self._gauges[name] = ask
        else:
            self._counters[name] = 0.0

    def gauge(self, name: str, what: str, ask: Callable[[], float]) -> None:
        """Something that goes up and down."""
        self._help[name] = ("gauge", what)
        self._gauges[name] = ask

    def histogram(self, name: str, what: str) -> Histogram:
        """Something that takes its time."""
        self._help[name] = ("histogram", what)
        histogram = self._histograms[name] = Histogram()
        return histogram

    def count(self, name: str, by: float = 1.0) -> None:
        """It has happened again."""
        self._counters[name] += by

    def value(self, name: str) -> float:
        """What a counter or a gauge stands at."""
        return self._counters[name] if name in self._counters else self._gauges[name]()

    def text(self) -> str:
        """Everything, in Prometheus's format."""
        lines: list[str] = []
        outer = f"{{{self._labels}}}" if self._labels else ""
        for name, (kind, what) in self._help.items():
            lines += [f"# HELP {name} {what}", f"# TYPE {name} {kind}"]
            if name in self._histograms:
                lines += self._histograms[name].lines(name, self._labels)
            else:
                lines.append(f"{name}{outer} {self.value(name):g}")
        return "\n".join(lines) + "\n"


def merge(texts: Sequence[str]) -> str:
    """What several processes have measured as one text: each metric is explained once."""
    heads: dict[str, str] = {}
    samples: dict[str, list[str]] = {}
    for text in texts:
        name = ""
        for line in text.splitlines():
            if line.startswith("#"):
                name = line.split(" ", 3)[2]
                heads.setdefault(f"{name} {line[:6]}", line)
            else:
                samples.setdefault(name, []).append(line)
    found: list[str] = []
    for name, lines in samples.items():
        found += [heads[f"{name} # HELP"], heads[f"{name} # TYPE"], *lines]
    return "\n".join(found) + "\n"
