"""Imports the modules of questions, with all rules and techniques, in the process that every worker
starts from, so that no worker waits for them and all share their memory."""

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
import satdoku.techniques.named
import satdoku.techniques.premises
import satdoku.techniques.searches.clues.classes
import satdoku.techniques.searches.clues.clue_chains
import satdoku.techniques.searches.clues.clue_negation
import satdoku.techniques.searches.clues.clues
import satdoku.techniques.searches.clues.conflicts
import satdoku.techniques.searches.clues.digit_counts
import satdoku.techniques.searches.clues.digit_places
import satdoku.techniques.searches.clues.equal_cells
import satdoku.techniques.searches.clues.house_clues
import satdoku.techniques.searches.clues.joined
import satdoku.techniques.searches.clues.leftovers
import satdoku.techniques.searches.clues.liars
import satdoku.techniques.searches.clues.marks
import satdoku.techniques.searches.clues.polarity
import satdoku.techniques.searches.clues.reasons
import satdoku.techniques.searches.clues.region_borders
import satdoku.techniques.searches.clues.sums
import satdoku.techniques.searches.clues.totals
import satdoku.web.fpuzzles
import satdoku.web.hints
import satdoku.web.questions  # noqa: F401
from satdoku.constraints import REGISTRY

__all__: list[str] = []

len(REGISTRY)  # all families of rules are loaded to be counted
