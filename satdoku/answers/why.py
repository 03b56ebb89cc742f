"""Whether claims about a position are justified: false, forced, or a guess."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import field, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from satdoku.answers.claims import PatternClaim, read_claims
from satdoku.answers.json_object import Json, JsonObject
from satdoku.answers.positions import (
    CheckedPosition,
    PositionAnswer,
    check_position,
    player_document,
)
from satdoku.answers.puzzle_input import PuzzleInput
from satdoku.answers.question import InFull, Question, Reporter, SpokenIn
from satdoku.answers.steps_data import StepRecord, heading, step_record
from satdoku.base.errors import FormatError, OptionError, with_place
from satdoku.base.limits import Limit, RanOut
from satdoku.base.options import Option
from satdoku.base.records import dataclass
from satdoku.base.worded import worded
from satdoku.diagnosing.judging import CandidateClaim, Judge, JudgedClaim
from satdoku.explaining import explain as sentences
from satdoku.explaining import title_key
from satdoku.explaining import words as speaker
from satdoku.explaining.folding import in_short
from satdoku.explaining.names import title
from satdoku.explaining.phrases import phrases
from satdoku.messages import SOURCE, Lang
from satdoku.messages.refusals import translated
from satdoku.puzzle import Document, Position
from satdoku.puzzle.cells import AnyPuzzle, PlayerMarks
from satdoku.rating import Preset, Stage, preset, start
from satdoku.rating.proofs import with_small_proofs
from satdoku.rating.worth import worth
from satdoku.techniques.board import board_of
from satdoku.techniques.catalogue import called
from satdoku.techniques.searches.small.negation import Negation
from satdoku.techniques.searches.small.trial import Trial
from satdoku.techniques.step import Step

if TYPE_CHECKING:
    from satdoku.render.scene import Scene

T = TypeVar("T")

_SHOWN = 12
"""Of more steps that lead to a claim only the names are printed, and the last step in full."""


@dataclass(frozen=True)
class ClaimVerdict(JsonObject):
    """One claim, judged.

    text    the claim as it was written
    answer  ``forced``, ``known`` (the board shows it), ``guess``, ``false``, ``undecided``, or
            ``illegal``: a move that cannot be read or made, with the reason in ``error``
    stages  steps with the positions before them, the last of which concludes or refutes it
    seen    cells whose digits refute it
    size    how many facts a small proof rests on; ``smallest``: whether no smaller number would do
    move    the line of a transcript, from 1

    In the JSON object ``claim`` is the claim as it was written, ``text`` the verdict in sentences,
    and ``technique`` the hardest technique that it takes (null where nothing was found).
    """

    JSON = (
        "claim=text", "answer", "text=words", "technique=hardest", "steps", "seen", "size",
        "smallest", "move",
    )  # fmt: skip
    NULL = ("technique",)

    text: str
    answer: Literal["forced", "known", "guess", "false", "undecided", "illegal"]
    position: Position = field(repr=False)
    claim: CandidateClaim | PatternClaim | None = None
    stages: tuple[Stage, ...] = ()
    seen: tuple[int, ...] = ()
    size: int | None = None
    smallest: bool | None = None
    move: int | None = None
    error: str = ""
    up_to: str | None = None

    @property
    def step(self) -> Step | None:
        """The step that concludes it, or refutes it."""
        return self.stages[-1].step if self.stages else None

    @property
    def hardest(self) -> str | None:
        """The hardest technique that it takes."""
        steps = [stage.step for stage in self.stages]
        return title_key(max(steps, key=_worth)) if steps else None

    def words(self, lang: Lang, *, full: bool = True) -> str:
        """The verdict in sentences; without ``full`` long arguments in short."""
        say, puzzle = phrases(lang).say, self.position.puzzle
        lines = [self._verdict(lang)]
        stages = self.stages
        if len(stages) > _SHOWN:
            names = dict.fromkeys(heading(stage.step, lang) for stage in stages[:-1])
            lines.append(say("why.before", steps=len(stages) - 1, names=list(names)))
            stages = stages[-1:]
        for stage in stages:
            text = in_short(sentences(stage.step, puzzle, lang), lang, full=full)
            if "\n" in text:
                lines += [say("heading.line", name=heading(stage.step, lang)), text]
            else:
                lines.append(say("heading", name=heading(stage.step, lang), text=text))
        if self.size is not None and self.answer == "forced":
            lines.append(say("why.smallest" if self.smallest else "why.small", size=self.size))
        return "\n".join(lines)

    def _verdict(self, lang: Lang) -> str:
        say, name = phrases(lang).say, self.position.geometry.name
        claim = self.text
        if self.answer == "illegal":
            return translated(self.error, lang)
        if self.answer == "guess":
            limit = "" if self.up_to is None else title(self.up_to, lang)
            return say("why.guess", claim=claim, limit=limit)
        if self.answer == "false" and isinstance(self.claim, PatternClaim):
            return say("why.no-pattern", claim=claim)
        if self.answer == "false" and isinstance(self.claim, CandidateClaim):
            if self.seen:
                held = str(self.position.values[self.seen[0]])
                rule = self._clashing(lang)
                return say("why.clash", claim=claim, cell=name(self.seen[0]), digit=held, rule=rule)
            if not self.stages:
                cell, digit = name(self.claim.cell), self.claim.digit
                key = "why.elsewhere" if self.claim.holds else "why.needed"
                return say(key, claim=claim, cell=cell, digit=digit)
        if self.answer == "forced" and self.hardest is not None:
            if isinstance(self.claim, PatternClaim):
                return say("why.pattern", claim=claim)
            count, called = len(self.stages), title(self.hardest, lang)
            return say("why.forced", claim=claim, name=called, steps=count)
        return say(f"why.{self.answer}", claim=claim)

    def _clashing(self, lang: Lang) -> str:
        """The rule by which the digit that is seen excludes the claim; empty where a house does."""
        assert isinstance(self.claim, CandidateClaim)
        puzzle, seen = self.position.puzzle, self.seen[0]
        board = board_of(puzzle)
        held = self.position.values[seen]
        if held is None or seen == self.claim.cell:
            return ""
        index = board.index_of
        rule = board.rule((seen, index[held]), (self.claim.cell, index[self.claim.digit]))
        return "" if rule is None else speaker(puzzle, lang).any_of(rule)

    def scene(self) -> Scene:
        """The step on the board that concludes it; else the board."""
        from satdoku.render.scene import Highlight, make_scene, step_scene

        if self.stages:
            return step_scene(self.stages[-1].before, self.stages[-1].step)
        marked: dict[int, Highlight] = dict.fromkeys(self.seen, "fault")
        return make_scene(self.position, highlights=marked)

    def json_steps(self, lang: Lang) -> list[StepRecord]:
        """The steps that lead to it or refute it; the last step concludes it."""
        puzzle = self.position.puzzle
        return [
            step_record(stage.step, stage.before, sentences(stage.step, puzzle, lang), lang)
            for stage in self.stages
        ]

    def json_seen(self, lang: Lang) -> list[str]:
        """Cells whose digits refute it."""
        return list(map(self.position.geometry.name, self.seen))


def _worth(step: Step) -> int:
    try:
        return worth(step)
    except KeyError:  # a technique that the scale does not rate, by its name in a claim
        return 0


@dataclass(frozen=True)
class Why(PositionAnswer):
    """Claims about a position, judged: iterate over them.

    up_to  the technique that was asked for as the strength; ``None``: all
    """

    JSON = ("up_to", "claims", "seconds")
    NULL = ("up_to",)

    checked: CheckedPosition
    claims: tuple[ClaimVerdict, ...]
    up_to: str | None = None
    lang: Lang = SOURCE
    full: bool = False
    seconds: float = field(default=0.0, compare=False)

    def __iter__(self) -> Iterator[ClaimVerdict]:
        return iter(self.claims)

    def __len__(self) -> int:
        return len(self.claims)

    @property
    def stopped(self) -> Literal["seconds"] | None:
        """``seconds`` where the time ran out before every claim was judged."""
        return "seconds" if any(one.answer == "undecided" for one in self.claims) else None

    @property
    def justified(self) -> bool:
        """Whether every claim is forced, or known already."""
        return all(one.answer in ("forced", "known") for one in self.claims)

    def text(self, lang: Lang | None = None) -> str:
        """A paragraph a claim, and what of the puzzle's text it is not about."""
        lang = lang or self.lang
        words = self._each(lambda one: one.words(lang, full=self.full))
        return self.checked.noted("\n\n".join(words), lang)

    def _each(self, say: Callable[[ClaimVerdict], T]) -> Iterator[T]:
        """``say`` of each claim; claims with the same text and answer share one result."""
        known: dict[tuple[object, ...], T] = {}
        for one in self.claims:
            key = one.text, one.answer, id(one.position), one.error
            if key not in known:
                known[key] = say(one)
            yield known[key]

    def scene(self) -> Scene:
        """The first claim on the board."""
        if self.claims:
            return self.claims[0].scene()
        from satdoku.render.scene import make_scene

        return make_scene(self.checked.position)

    def json_claims(self, lang: Lang) -> Annotated[list[dict[str, Any]], Json(list[ClaimVerdict])]:
        """The verdicts in the order of the claims."""
        written = zip(self.claims, self._each(lambda one: one.data(lang)), strict=True)
        return [data if one.move is None else data | {"move": one.move} for one, data in written]


@dataclass(frozen=True, kw_only=True)
class WhyQuestion(Question[Why]):
    """Whether claims about a position are false, forced or a guess.

    claims      texts such as ``r1c3=4``, ``r5c2<>7``, ``naked pair in box 7``
    transcript  the lines of a whole solve, instead of ``claims``: one move per line, each judged
                in the position that the moves before it lead to
    board, marks   a player's digits and pencil marks; ``called`` is the name of ``board`` in errors

    :raises OptionError: where ``up_to`` is not a technique that ``explain`` uses.
    """

    claims: str | tuple[str, ...] = ()
    transcript: str | tuple[str, ...] | None = None
    up_to: Annotated[
        str | None,
        Option(
            "Allow techniques up to this one; a move that needs a harder one counts as a guess.",
            flags=("--up-to", "--strength"),
            metavar="TECHNIQUE",
            values="technique",
        ),
    ] = None
    lang: SpokenIn = SOURCE
    full: InFull = False
    board: AnyPuzzle | Document | None = None
    marks: PlayerMarks | None = None
    called: str = "board"

    def __post_init__(self) -> None:
        if self.up_to is not None:
            self._wanted(self.up_to)
        if self.claims and self.transcript is not None:
            raise OptionError("takes no claims: its lines are the claims", "transcript")

    @staticmethod
    def _wanted(up_to: str) -> set[str]:
        try:
            return {name for one in called(up_to) for name in (one.name, *one.names)}
        except ValueError as error:
            raise OptionError(str(error), "up_to") from None

    def answer(self, input: PuzzleInput, limit: Limit, report: Reporter = None) -> Why:
        started = time.perf_counter()
        checked = self.checked(input, limit)
        table = self.preset_of(checked)
        if self.transcript is None:
            read = read_claims(self.claims, checked.position.geometry)
            judge = Judge(checked.position, table, checked.witnesses[0], checked.clock)
            known: dict[str, ClaimVerdict] = {}
            verdicts = tuple(self._judged(text, claim, judge, known) for text, claim in read)
        else:
            verdicts = tuple(self.moves(checked, table))
        for stages in {id(verdict.stages): verdict.stages for verdict in verdicts}.values():
            for stage in stages:
                checked.require_right(stage.step)
        seconds = time.perf_counter() - started
        return Why(checked, verdicts, self.up_to, self.lang, self.full, seconds)

    def checked(self, input: PuzzleInput, limit: Limit) -> CheckedPosition:
        """The position, with what is proved about it; raises as :func:`check_position`.

        Where nothing is left to do, it is the start of the puzzle.
        """
        later = self.board
        if not isinstance(later, Document):
            later = player_document(later, self.marks, input.puzzle)
        checked = check_position(
            input, later=later, called=self.called, limit=limit, lang=self.lang
        )
        if checked.position.is_solved:
            checked = replace(checked, position=start(input.puzzle))
        return checked

    def preset_of(self, checked: CheckedPosition) -> Preset:
        """The techniques of ``explain`` up to the strength, without those that try everything."""
        table = with_small_proofs(preset("human"), checked.position.puzzle)
        entries = [e for e in table.entries if not isinstance(e.search, Negation | Trial)]
        if self.up_to is not None:
            wanted = self._wanted(self.up_to)
            places = [
                at for at, e in enumerate(entries) if wanted & {e.search.name, *e.search.names}
            ]
            if not places:
                reason = worded(
                    "{name} is not among the techniques that explain tries for this puzzle",
                    name=self.up_to,
                )
                raise OptionError(reason, "up_to")
            entries = entries[: places[-1] + 1]
        return replace(table, entries=tuple(entries))

    def _judged(
        self, text: str, claim: CandidateClaim | PatternClaim, judge: Judge,
        known: dict[str, ClaimVerdict], move: int | None = None,
    ) -> ClaimVerdict:  # fmt: skip
        """The verdict on a claim; ``known``: those on others about the position, by their text."""
        if text in known:
            return replace(known[text], move=move)
        if judge.clock.stopped() is not None:
            return ClaimVerdict(text, "undecided", judge.position, claim, move=move)
        if isinstance(claim, PatternClaim):
            known[text] = self._pattern(text, claim, judge, move)
            return known[text]
        judged: JudgedClaim = judge.judge(claim)
        known[text] = ClaimVerdict(
            text,
            judged.answer,
            judge.position,
            claim,
            judged.stages,
            judged.seen,
            judged.size,
            judged.smallest,
            move,
            up_to=self.up_to,
        )
        return known[text]

    def _pattern(
        self, text: str, claim: PatternClaim, judge: Judge, move: int | None
    ) -> ClaimVerdict:
        position = judge.position
        reason = claim.technique.refusal(position.puzzle)
        if reason is not None:
            raise FormatError(
                "the claim {claim!r}: {name} does not hold: {fault}",
                claim=text,
                name=claim.technique.name,
                fault=reason,
            )
        try:
            steps = filter(claim.is_met, claim.technique.find(position, judge.clock))
            step = next(steps, None)
            if step is not None and not claim.is_named(step):
                step = next(filter(claim.is_named, steps), step)
        except RanOut:
            return ClaimVerdict(text, "undecided", position, claim, move=move)
        stages = () if step is None else (Stage(position, step),)
        answer: Literal["forced", "false"] = "false" if step is None else "forced"
        size = None if step is None else step.view.size
        return ClaimVerdict(text, answer, position, claim, stages, size=size, move=move)

    def moves(self, checked: CheckedPosition, table: Preset) -> Iterator[ClaimVerdict]:
        """The lines of a transcript, each judged where the right moves before it lead to."""
        position, geometry = checked.position, checked.position.geometry
        lines = self.transcript or ()
        solution = checked.witnesses[0]
        judge = Judge(position, table, solution, checked.clock)
        known: dict[str, ClaimVerdict] = {}
        read = cache(partial(read_claims, geometry=geometry))
        for number, line in enumerate(lines.splitlines() if isinstance(lines, str) else lines, 1):
            text = line.partition("#")[0].strip()
            if not text:
                continue
            if checked.clock.stopped() is not None:
                yield ClaimVerdict(text, "undecided", judge.position, move=number)
                continue
            try:
                for part, claim in read(text):
                    if isinstance(claim, CandidateClaim):
                        _require_legal(part, claim, judge.position)
                    verdict = self._judged(part, claim, judge, known, number)
                    yield verdict
                    after = _moved(judge.position, verdict)
                    if after is not judge.position:
                        judge, known = Judge(after, table, solution, checked.clock), {}
            except FormatError as error:
                sentence = with_place(str(error), number)
                yield ClaimVerdict(text, "illegal", judge.position, move=number, error=sentence)


def _require_legal(text: str, claim: CandidateClaim, position: Position) -> None:
    """:raises FormatError: where a move cannot be made."""
    held = position.values[claim.cell]
    if held is not None:
        name = position.geometry.name(claim.cell)
        raise FormatError(
            "the move {move!r}: {cell} holds {digit} already", move=text, cell=name, digit=held
        )


def _moved(position: Position, verdict: ClaimVerdict) -> Position:
    """The position after a move; a false one is not made."""
    claim = verdict.claim
    if verdict.answer in ("false", "illegal"):
        return position
    if isinstance(claim, CandidateClaim):
        if claim.holds:
            return position.place(claim.cell, claim.digit)
        if claim.digit in position.candidates[claim.cell]:
            return position.eliminate([(claim.cell, claim.digit)])
        return position
    step = verdict.step
    if step is None:
        return position
    position = position.eliminate(step.eliminations)
    for cell, digit in step.placements:
        position = position.place(cell, digit)
    return position
