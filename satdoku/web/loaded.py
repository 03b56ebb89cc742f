"""Imports what questions need, all rules and techniques included, in the process that every worker
starts from: none of them waits for it, and they share its memory."""

from __future__ import annotations

import satdoku.answers.board
import satdoku.answers.counting
import satdoku.engines.auto
import satdoku.engines.incremental
import satdoku.engines.sat
import satdoku.engines.variant
import satdoku.explaining.findings
import satdoku.formats.fpuzzles
import satdoku.formats.iss.lines
import satdoku.formats.records
import satdoku.rating.human
import satdoku.relations.narrowing
import satdoku.render.svg
import satdoku.solving
import satdoku.techniques.classes
import satdoku.techniques.clue_chains
import satdoku.techniques.clue_negation
import satdoku.techniques.clues
import satdoku.techniques.conflicts
import satdoku.techniques.digit_places
import satdoku.techniques.house_clues
import satdoku.techniques.joined
import satdoku.techniques.leftovers
import satdoku.techniques.sums
import satdoku.web.fpuzzles
import satdoku.web.hints
import satdoku.web.questions  # noqa: F401
from satdoku.constraints import REGISTRY

__all__: list[str] = []

len(REGISTRY)  # all families of rules are loaded to be counted
