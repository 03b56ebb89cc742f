"""Imports the modules of the tools in the process that every worker starts from, so that no worker
waits for them and all share their memory."""

from __future__ import annotations

import satdoku.programs.tools
import satdoku.web.loaded  # noqa: F401

__all__: list[str] = []
