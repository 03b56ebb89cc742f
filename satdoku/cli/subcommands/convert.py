"""``satdoku convert``: puzzles from one format to another."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice

from satdoku.answers.converting import ConvertAnswer, ConvertQuestion
from satdoku.answers.json_object import ErrorRecord
from satdoku.answers.puzzle_input import entered
from satdoku.answers.question import ask
from satdoku.base.errors import ProgramFault, Unsupported, in_source, naming_faults, with_place
from satdoku.base.worded import listed, worded
from satdoku.cli.files import output_file
from satdoku.cli.groups import InputGroup
from satdoku.cli.inputs import all_items
from satdoku.cli.options import JsonOption, OutputOption, PuzzleArguments
from satdoku.cli.output import DONE, complain, gravest, print_json, report_error
from satdoku.formats import write_all
from satdoku.puzzle import Document

LISTED = 420, "Convert puzzles between formats and links of sites"
EXAMPLES = (
    "satdoku convert puzzles.txt --to json -o puzzles.json",
    "satdoku convert puzzle.txt --to fpuzzles",
)


def convert(
    puzzles: PuzzleArguments,
    question: ConvertQuestion,
    input: InputGroup,
    output: OutputOption = None,
    json: JsonOption = False,
) -> int:
    """Convert puzzles between formats; a puzzle that the new format cannot hold is refused.

    A message on standard error names the rules that the new format holds only as drawings or
    words, and the drawings, the fog and the clues without a number that it cannot hold. With
    --json: one object for each puzzle, with the text in the new format.
    """
    target = question.name
    code = DONE

    def answers() -> Iterator[ConvertAnswer | ErrorRecord]:
        for item in all_items(puzzles, input.reading()):
            if item.document is None:
                yield item.unreadable()
                continue
            text = " ".join(item.text.split())
            try:
                with naming_faults():
                    answer = ask(question, item.input(text))
            except (Unsupported, ProgramFault) as error:
                yield item.refused(error, text)
            else:
                _complain_of_losses(answer, target)
                yield answer

    def documents() -> Iterator[Document]:
        nonlocal code
        for answer in answers():
            if json:
                print_json(answer, stream)
            if isinstance(answer, ErrorRecord):
                code = gravest(code, report_error(answer, json=False))
            else:
                yield answer.input.document

    if json:
        with output_file(output) as stream:
            for _ in documents():
                pass
        return code
    converted = documents()
    first = list(islice(converted, 1))
    if not first and code != DONE:
        return code  # a file that is there is not replaced by nothing
    with output_file(output) as stream:
        stream.writelines(write_all(chain(first, converted), target, question.options))
    return code


def _complain_of_losses(answer: ConvertAnswer, target: str) -> None:
    input = answer.input
    sentences: list[str] = []
    if answer.lost:
        sentences.append(
            worded(
                "{target} has these rules as drawings or in words only, and they are not read "
                "back: {rules}",
                target=target,
                rules=", ".join(answer.lost),
            )
        )
    if answer.unentered:
        sentences.append(worded("{where}: {why}", where=target, why=entered(input.document)))
    drawings = worded(
        "1 drawing" if answer.undrawn == 1 else "{count:,} drawings", count=answer.undrawn
    )
    if parts := [drawings] * bool(answer.undrawn) + [worded("the fog")] * answer.unfogged:
        sentences.append(
            worded(
                "{target} does not hold all of what is drawn; left out: {parts}",
                target=target,
                parts=listed(parts),
            )
        )
    if answer.unnumbered:
        sentences.append(
            worded(
                "{target} does not hold 1 clue without a number; set-values finds numbers"
                if answer.unnumbered == 1
                else "{target} does not hold {count:,} clues without a number; set-values finds "
                "numbers",
                target=target,
                count=answer.unnumbered,
            )
        )
    for sentence in sentences:
        complain(in_source(with_place(sentence, input.line), input.source))
