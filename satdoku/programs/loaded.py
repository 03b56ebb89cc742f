"""Imports what the tools need, in the process that every worker starts from: none of them waits for
it, and they share its memory."""

from __future__ import annotations

import satdoku.programs.tools
import satdoku.web.loaded  # noqa: F401

__all__: list[str] = []
