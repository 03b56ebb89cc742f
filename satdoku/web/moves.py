"""The judgement of a player's move: the technique that shows it, or that none does yet."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from satdoku.answers.claims import read_claims
from satdoku.answers.why import ClaimVerdict
from satdoku.base.errors import FormatError, NotUnique, Undecided
from satdoku.base.limits import under
from satdoku.diagnosing.judging import CandidateClaim, Judge
from satdoku.explaining.phrases import phrases
from satdoku.techniques.searches.small.negation import Negation
from satdoku.techniques.searches.small.trial import Trial
from satdoku.web.fields import Fields, RequestContext
from satdoku.web.hints import checked_position, hint_context, hint_question, reporting

_MAX_MOVES = 81


def judge_move(fields: Fields, context: RequestContext) -> dict[str, Any]:
    """The verdict on each of some ``moves`` (``r1c3=4``, ``r5c2<>7``), with reasons.

    The verdicts are those of :class:`ClaimVerdict`. Forced moves have reasons; false moves have
    them only where the question wants ``reasons``, as these may give the right digit away, and
    never under fog.
    """
    question, lang = hint_question(fields), fields.lang
    reasons = fields.flag("reasons") and "lit" not in fields.data
    moves = fields.data.get("moves")
    if not isinstance(moves, list) or not 0 < len(moves) <= _MAX_MOVES:
        raise FormatError(f"'moves' is a list of 1 to {_MAX_MOVES} texts like r1c3=4 and r5c2<>7")
    context = hint_context(fields, context)
    try:
        with under(context.clock):
            checked = checked_position(question, fields, context)
    except Undecided:
        return {"outcome": "stopped"}
    if len(checked.witnesses) != 1:  # a board under fog of which nobody knows the solution
        raise NotUnique(phrases(lang).say("several.puzzle"))
    table = question.preset_for(checked)
    entries = (one for one in table.entries if not isinstance(one.search, Negation | Trial))
    preset = reporting(replace(table, entries=tuple(entries)), context, lang)
    judge = Judge(checked.position, preset, checked.witnesses[0], checked.clock)
    judgements = []
    for text, claim in read_claims([str(move) for move in moves], checked.position.geometry):
        if not isinstance(claim, CandidateClaim):
            raise FormatError(f"moves: {text!r:.40} is not a move like r1c3=4 or r5c2<>7")
        judged = judge.judge(claim)
        for stage in judged.stages:
            checked.require_right(stage.step)
        said = text.replace("<>", "≠")
        verdict = ClaimVerdict(
            said, judged.answer, judge.position, claim, judged.stages, judged.seen, judged.size
        )
        reveals = judged.answer == "forced" or (judged.answer == "false" and reasons)
        words = verdict.words(lang) if reveals else None
        cell = checked.position.geometry.name(claim.cell)
        judgements.append({"move": said, "cell": cell, "verdict": judged.answer, "text": words})
    return {"outcome": "judged", "moves": judgements}
