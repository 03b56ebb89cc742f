"""Counts of requests and their times, in the text form that Prometheus reads."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

_BOUNDS = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)
"""Seconds."""


class Metrics:
    """How often each call was made, with which status, and how long it took."""

    def __init__(self) -> None:
        self._requests: Counter[tuple[str, int]] = Counter()
        self._times: dict[str, list[int]] = {}
        self._seconds: Counter[str] = Counter()

    def count(self, name: str, status: int, seconds: float) -> None:
        """Count a request; the status is 0 where its client went away before it had one."""
        self._requests[name, status] += 1
        times = self._times.setdefault(name, [0] * (len(_BOUNDS) + 1))
        times[bisect_left(_BOUNDS, seconds)] += 1
        self._seconds[name] += seconds  # type: ignore[assignment]

    def text(self, **gauges: int) -> str:
        """Everything that is known, with further numbers of now."""
        lines = [
            "# HELP satdoku_requests_total Requests by call and status (0: the client went away).",
            "# TYPE satdoku_requests_total counter",
        ]
        for (name, status), count in sorted(self._requests.items()):
            lines.append(f'satdoku_requests_total{{call="{name}",status="{status}"}} {count}')
        lines += [
            "# HELP satdoku_request_seconds How long requests took.",
            "# TYPE satdoku_request_seconds histogram",
        ]
        for name, times in sorted(self._times.items()):
            metric, total = "satdoku_request_seconds", 0
            for bound, count in zip((*_BOUNDS, "+Inf"), times, strict=True):
                total += count
                lines.append(f'{metric}_bucket{{call="{name}",le="{bound}"}} {total}')
            lines.append(f'{metric}_sum{{call="{name}"}} {self._seconds[name]:.6f}')
            lines.append(f'{metric}_count{{call="{name}"}} {total}')
        for gauge, value in gauges.items():
            lines += [f"# TYPE satdoku_{gauge} gauge", f"satdoku_{gauge} {value}"]
        return "\n".join([*lines, ""])
