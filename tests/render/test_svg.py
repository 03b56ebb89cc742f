"""SVG pictures: well-formed, complete, the same each time, and free of what another part owns."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import get_args
from xml.etree import ElementTree

import pytest

from satdoku.board import Geometry, Shape
from satdoku.board.constraint import ShapeKind
from satdoku.cli.app import run
from satdoku.constraints import parse_rules
from satdoku.constraints.sums import EqualSum, MagicSquare
from satdoku.formats import parse
from satdoku.puzzle import Position, Puzzle
from satdoku.render import STYLES, Scene, SceneRule, make_scene, step_scene, svg
from satdoku.render.canvas import Canvas
from satdoku.render.scene import MarkRole
from satdoku.render.style import PAGE, Style
from satdoku.render.svg import CELL, Drawing
from satdoku.techniques.base import Technique
from satdoku.techniques.catalogue import all_techniques, technique
from satdoku.techniques.step import Step
from tests.shared import thinned

EXAMPLES = Path(__file__).parents[2] / "examples"
PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
NAME = "{http://www.w3.org/2000/svg}"


def tree(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def ids(text: str) -> list[str]:
    return [e.attrib["id"] for e in tree(text).iter() if "id" in e.attrib]


def with_shapes(*shapes: Shape) -> Scene:
    rule = SceneRule("rule", "Rule", "A rule.", "", True, shapes)
    return replace(make_scene(Puzzle.empty(Geometry.classic())), rules=(rule,))


def test_every_cell_and_candidate_has_its_id() -> None:
    position = Position.of(parse(PUZZLE).puzzle)
    names = ids(svg(make_scene(position), ids="p1-"))
    assert len(names) == len(set(names))
    name = position.geometry.name
    wanted = {f"p1-c-{name(cell)}" for cell in range(81)}
    wanted |= {
        f"p1-m-{name(cell)}-{digit}"
        for cell, digits in enumerate(position.candidates)
        if position.values[cell] is None
        for digit in digits
    }
    assert set(names) == wanted


def test_every_digit_is_written_where_it_stands() -> None:
    puzzle = parse(PUZZLE).puzzle
    root = tree(svg(make_scene(puzzle), labels=False))
    for cell, given in enumerate(puzzle.givens):
        (group,) = (e for e in root if e.attrib.get("id") == f"c-{puzzle.geometry.name(cell)}")
        texts = list(group.iter(f"{NAME}text"))
        assert [e.text for e in texts] == ([] if given is None else [str(given)])
        for e in texts:
            row, column = divmod(cell, 9)
            assert column * CELL < float(e.attrib["x"]) < (column + 1) * CELL
            assert row * CELL < float(e.attrib["y"]) < (row + 1) * CELL


@pytest.mark.parametrize("technique", thinned(all_techniques(), 6), ids=lambda t: t.name)
def test_a_step_shows_its_pattern_and_what_follows(technique: Technique) -> None:
    (file,) = (EXAMPLES / "techniques").glob(f"{technique.name}.*")
    document = parse(file.read_text())
    position = document.position or Position.of(document.puzzle)
    step = technique.first(position)
    assert step is not None
    scene = step_scene(position, step)
    roles = {role for cell in scene.cells for _, role in cell.mark_roles}
    between = [link for link in scene.links if link.first[0] != link.second[0]]
    for style in STYLES:
        classes = [e.attrib.get("class", "") for e in tree(svg(scene, style)).iter()]
        assert roles <= set(classes)
        assert classes.count("link strong") == sum(link.kind == "strong" for link in between)
        assert classes.count("link weak") == sum(link.kind == "weak" for link in between)
        assert classes.count("house") == len(scene.houses)
    hidden = tree(svg(step_scene(position, step, conclusions=False)))
    assert not {"out", "put"} & {e.attrib.get("class", "") for e in hidden.iter()}


@pytest.mark.parametrize("kind", get_args(ShapeKind))
def test_every_kind_of_shape_is_drawn(kind: ShapeKind) -> None:
    bare = svg(with_shapes(), words="none")
    drawn = svg(with_shapes(Shape(kind, (0, 1, 2), "12")), words="none")
    if kind == "none":
        assert drawn == bare
    else:
        assert len(list(tree(drawn).iter())) > len(list(tree(bare).iter()))
    if kind in ("cage", "dot", "outside"):
        assert ">12<" in drawn


def test_every_role_has_a_look_of_its_own_or_shares_a_meaning() -> None:
    position = Position.of(Puzzle.empty(Geometry.classic()))
    for role in get_args(MarkRole):
        for style in STYLES:
            text = svg(make_scene(position, marks={(0, 5): role}), style)
            assert f'class="{role}"' in text, (role, style)


def test_a_dot_stands_in_the_middle_of_its_cells() -> None:
    for cells, x, y in (((0,), 0.5, 0.5), ((0, 1), 1.0, 0.5), ((0, 1, 9, 10), 1.0, 1.0)):
        (dot,) = (
            e
            for e in tree(svg(with_shapes(Shape("dot", cells)))).iter()
            if e.attrib.get("class") == "dot"
        )
        assert (float(dot.attrib["cx"]), float(dot.attrib["cy"])) == (x * CELL, y * CELL)


@pytest.mark.parametrize("style", [*STYLES.values(), PAGE])
def test_black_dots_are_black_and_white_ones_white_in_every_style(style: Style) -> None:
    """Which colour a dot has is what it means."""
    dots = [
        Shape("dot", (0, 1), "3", colour="black"),
        Shape("dot", (3, 4), "3", filled=True),
        Shape("dot", (10, 11), colour="black"),
        Shape("dot", (13, 14), filled=True),
        Shape("dot", (30, 31, 39, 40), "1 2", colour="black"),
        Shape("dot", (60, 61), "V"),
    ]
    root = tree(svg(with_shapes(*dots), style))
    white, black = "#ffffff", "#000000"
    fills = [e.attrib["fill"] for e in root.iter() if e.attrib.get("class") == "dot"]
    assert fills == [white, black, white, black, white, style.paper]
    written = {"3", "1 2", "V"}
    bold = [e for e in root.iter(f"{NAME}text") if e.text in written and "font-weight" in e.attrib]
    assert [e.attrib["fill"] for e in bold] == [black, white, black, style.ink]


def test_bulbs_are_drawn_over_the_lines_of_their_rule_and_those_of_lockout_are_diamonds() -> None:
    """At both ends; the rules say diamonds, and circles mean *between*."""
    board = Geometry.classic()
    for name, kind in (("between", "circle"), ("double-arrow", "circle"), ("lockout", "polygon")):
        rules = parse_rules(f"{name}:r1c1+r1c2+r1c3+r2c4", board)
        root = tree(svg(make_scene(Puzzle.empty(board, rules))))
        parts = [e for e in root.iter() if e.attrib.get("class") in ("line", "bulb")]
        assert [e.attrib["class"] for e in parts] == ["line", "line", "bulb", "bulb"]
        assert [e.tag for e in parts[2:]] == [f"{NAME}{kind}"] * 2
        assert {e.attrib["fill"] for e in parts[2:]} == {STYLES["light"].paper}


@pytest.mark.parametrize(
    ("clues", "tag", "upper_left"),
    [
        ("thermo:r2c2+r2c3,thermo:r4c1+r4c2", "g", None),
        ("renban:r2c2+r2c3,renban:r4c1+r4c2", "g", None),
        ("arrow:r2c2:r2c3+r2c4,arrow:r4c1:r4c2+r4c3", "g", None),
        ("killer-cage:5:r2c2+r2c3,killer-cage:5:r4c1+r4c2", "path", (CELL + 2, CELL + 2)),
        ("even:r2c2,even:r4c1", "path", (CELL + 2, CELL + 2)),
        ("white-dot:r2c2+r2c3,white-dot:r4c1+r4c2", "circle", None),
        ("sandwich:left:2:5,sandwich:left:4:5", "circle", None),
    ],
)
def test_the_clue_that_a_step_speaks_of_is_ringed_and_no_other(
    clues: str, tag: str, upper_left: tuple[float, float] | None
) -> None:
    board = Geometry.of_size(4)
    scene = make_scene(Puzzle.empty(board, parse_rules(clues, board)))
    assert not [e for e in tree(svg(scene)).iter() if e.attrib.get("class") == "ring"]
    (ring,) = (
        e for e in tree(svg(replace(scene, spoken=(0,)))).iter() if e.attrib.get("class") == "ring"
    )
    assert ring.tag == f"{NAME}{tag}"
    drawn = "".join(value for e in ring.iter() for value in e.attrib.values())
    if upper_left is not None:
        corners = re.findall(r"([\d.]+) ([\d.]+)", drawn)
        assert min((float(x), float(y)) for x, y in corners) == upper_left
    # The lines of a step that lies on a board of its own are ringed there.
    under, over = Drawing(Canvas(replace(scene, spoken=(0,)), STYLES["light"])).step_layers()
    assert ('class="ring"' in under) == (tag == "g")
    assert ('class="ring"' in over) == (tag != "g")


def test_a_step_on_a_board_of_its_own_is_veil_and_pattern_alone() -> None:
    position = Position.of(parse(PUZZLE).puzzle)
    step = technique("hidden-single").first(position)
    assert step is not None
    scene = step_scene(position, step)
    canvas = Canvas(scene, STYLES["dark"], "x-")
    under, over = Drawing(canvas).step_layers()
    whole = tree(svg(scene, "dark"))
    for layer in (under, over):
        assert tree(layer).attrib["viewBox"] == whole.attrib["viewBox"]
        assert 'class="paper"' not in layer
        assert 'class="walls"' not in layer
    (cell,) = step.placements[:1]
    drawn = [e.attrib["id"] for e in tree(over).iter() if "cell" in e.attrib.get("class", "")]
    house = next(iter(step.view.houses))
    assert f"x-c-{board_name(position, cell[0])}" in drawn
    # The digits that exclude: each empty cell of the house is seen by one that is marked.
    marked = {n for n, one in enumerate(scene.cells) if one.text and one.mark_roles}
    assert {f"x-c-{board_name(position, n)}" for n in {cell[0], *marked}} == set(drawn)
    assert {position.values[n] for n in marked} == {cell[1]}
    for other in house.cells:
        if position.values[other] is None and other != cell[0]:
            assert marked & set(position.geometry.peers[other])


def bright(position: Position, step: Step) -> list[list[tuple[float, float]]]:
    """The corners of each part of the board that a step's veil leaves bright."""
    over = Drawing(Canvas(step_scene(position, step), STYLES["light"])).step_layers()[1]
    (veil,) = re.findall(r'class="veil" d="(.*?)"', over)
    rings = [re.findall(r"(-?[\d.]+) (-?[\d.]+)", ring) for ring in veil.split("Z")[1:] if ring]
    return [[(float(x), float(y)) for x, y in ring] for ring in rings]


def test_a_veil_leaves_no_line_between_regions_half_bright() -> None:
    position = Position.of(parse(PUZZLE).puzzle)
    step = technique("hidden-single").first(position)
    assert step is not None
    rings = bright(position, step)
    assert len(rings) > 1  # a box, and digits beside it
    for place in (place for ring in rings for spot in ring for place in spot):
        assert abs((place + CELL / 2) % CELL - CELL / 2) >= 1.5


@pytest.mark.parametrize("dot", ["r2c2+r3c2", "r2c2+r2c3"])
def test_a_veil_covers_the_line_between_regions_that_a_dot_stands_on(dot: str) -> None:
    board = Geometry.of_size(4)
    position = Position.of(Puzzle.empty(board, parse_rules(f"black-dot:{dot}", board)))
    step = next(
        step
        for step in technique("grouped-aic").find(position)
        if any(rule.name == "black-dot" for rule in step.view.rules)
    )
    rings = bright(position, step)
    first, other = (1.5, 1.5), (1.5, 2.5) if "r3" in dot else (2.5, 1.5)
    assert is_within(first, rings)
    assert is_within(other, rings)
    assert not is_within(((first[0] + other[0]) / 2, (first[1] + other[1]) / 2), rings)


def is_within(spot: tuple[float, float], rings: list[list[tuple[float, float]]]) -> bool:
    """Whether a place, (x, y) in cells, lies inside of the rings (even-odd)."""
    x, y = (CELL * place for place in spot)
    sides = [pair for ring in rings for pair in zip(ring, ring[1:] + ring[:1], strict=True)]
    upright = [(a[0], *sorted((a[1], b[1]))) for a, b in sides if a[0] == b[0]]
    return sum(at > x and low < y < high for at, low, high in upright) % 2 == 1


def board_name(position: Position, cell: int) -> str:
    return position.geometry.name(cell)


def test_a_naked_single_shows_a_digit_for_each_that_is_excluded() -> None:
    position = Position.of(parse(PUZZLE).puzzle)
    step = technique("naked-single").first(position)
    assert step is not None
    ((cell, digit),) = step.placements
    scene = step_scene(position, step)
    marked = {n for n, one in enumerate(scene.cells) if one.text and one.mark_roles}
    assert sorted(value for n in marked if (value := position.values[n])) == [
        other for other in range(1, 10) if other != digit
    ]
    assert marked <= set(position.geometry.peers[cell])


def test_the_dot_that_a_step_speaks_of_is_on_top_and_ringed_and_candidates_move_in() -> None:
    board = Geometry.of_size(4)
    puzzle = Puzzle.empty(board, parse_rules("white-dot:r4c3+r4c4,black-dot:r1c1+r1c2", board))
    position = Position.of(puzzle)
    step = next(
        step
        for step in technique("grouped-aic").find(position)
        if any(rule.name == "black-dot" for rule in step.view.rules)
    )
    parts = list(tree(svg(step_scene(position, step))).iter())
    (ring,) = (e for e in parts if e.attrib.get("class") == "ring")
    assert (float(ring.attrib["cx"]), float(ring.attrib["cy"])) == (CELL, CELL / 2)
    reach = float(ring.attrib["r"]) + float(ring.attrib["stroke-width"]) / 2
    dots = [at for at, e in enumerate(parts) if e.attrib.get("class") == "dot"]
    marks = [at for at, e in enumerate(parts) if e.attrib.get("id", "").startswith("m-")]
    assert len(dots) == 3
    assert dots[1] < min(marks)
    assert max(marks) < dots[2]
    canvas = Canvas(make_scene(position), STYLES["light"])
    for cell in range(16):
        left, top = canvas.corner(cell)
        for digit in board.digits:
            x, y = canvas.place((cell, digit))
            assert min(x - left, y - top) >= 11 + 0.25 * canvas.mark_size
    nine = Geometry.of_size(9)
    dotted = Puzzle.empty(nine, parse_rules("white-dot:r1c1+r1c2", nine))
    canvas = Canvas(make_scene(Position.of(dotted)), STYLES["light"])
    assert min(canvas.place((0, 1))) >= reach + 0.36 * canvas.mark_size  # half of a digit


@pytest.mark.parametrize(
    ("rules", "letters"),
    [
        ("clone:r1c1+r1c2:r5c5+r5c6", ""),
        ("clone:r1c1+r1c2:r5c5+r5c6,clone:r8c1+r8c2:r7c5+r7c6", "AABBBAAB"),
        ("clone:r1c1:r5c5,clone:r5c5:r9c9,anti-king", "A AB B"),
    ],
)
def test_clones_are_told_apart_by_letters(rules: str, letters: str) -> None:
    board = Geometry.classic()
    puzzle = Puzzle.empty(board, parse_rules(rules, board))
    root = tree(svg(make_scene(puzzle)))
    written = [e.text or "" for e in root.iter() if e.attrib.get("class") == "letter"]
    assert sorted("".join(written)) == sorted(letters.replace(" ", ""))


def test_a_magic_square_by_its_sums_is_a_tinted_square() -> None:
    board = Geometry.classic()
    magic = parse_rules("magic-square:r4c4+r4c5+r4c6+r5c4+r5c5+r5c6+r6c4+r6c5+r6c6", board)[0]
    assert isinstance(magic, MagicSquare)
    same = EqualSum(tuple(magic.sets(board)))
    assert same.shapes(board) == magic.shapes(board)
    assert {shape.kind for shape in EqualSum(same.sets[:-1]).shapes(board)} == {"cage"}


def test_outlines_close_around_any_cells() -> None:
    """Each corner of an outline ends exactly as many sides as begin there."""
    import random

    rng = random.Random(3)
    for _ in range(60):
        cells = tuple(rng.sample(range(81), rng.randint(1, 30)))
        root = tree(svg(with_shapes(Shape("cage", cells))))
        (path,) = (e.attrib["d"] for e in root.iter() if e.attrib.get("class") == "cage")
        rings = [
            [tuple(map(float, corner.split())) for corner in ring.split("L")]
            for ring in re.findall(r"M([^Z]+)Z", path)
        ]
        assert rings
        for ring in rings:
            # Every side is straight, and turns the other way than the one before.
            for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
                assert (ax == bx) != (ay == by)
        inside = {(x, y) for x in range(9) for y in range(9) if _within(x, y, rings)}
        assert inside == {(cell % 9, cell // 9) for cell in cells}


def _within(column: int, row: int, rings: list[list[tuple[float, ...]]]) -> bool:
    """Whether the middle of a cell is inside: an odd number of sides lies to its left."""
    x, y = (column + 0.5) * CELL, (row + 0.5) * CELL
    count = 0
    for ring in rings:
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
            count += ax == bx and ax < x and min(ay, by) < y < max(ay, by)
    return count % 2 == 1


def test_clues_outside_stand_outside() -> None:
    shapes = [Shape("outside", line, "7") for line in ((0, 9), (8, 7), (72, 73), (80, 71), (1, 11))]
    root = tree(svg(with_shapes(*shapes), labels=False))
    clues = [e for e in root.iter(f"{NAME}text") if e.text == "7"]
    assert len(clues) == len(shapes)
    left, top, width, height = map(float, root.attrib["viewBox"].split())
    for e in clues:
        x, y = float(e.attrib["x"]), float(e.attrib["y"])
        assert not (0 < x < 9 * CELL and 0 < y < 9 * CELL)
        assert left < x < left + width
        assert top < y < top + height


@pytest.mark.parametrize(
    "geometry",
    [Geometry.boxes(6, 2, 3), Geometry.of_size(16), Geometry.latin(7), Geometry.of_size(25)],
    ids=["6x6", "16x16", "latin", "25x25"],
)
def test_other_boards(geometry: Geometry) -> None:
    position = Position.of(Puzzle.empty(geometry))
    text = svg(make_scene(position), size=500)
    assert len(ids(text)) == geometry.cell_count * (1 + len(geometry.digits))
    assert 'width="500"' in text


def test_walls_follow_the_regions() -> None:
    jigsaw = Geometry.jigsaw([0, 0, 1, 1, 0, 2, 2, 1, 0, 2, 2, 1, 3, 3, 3, 3])
    (walls,) = (
        e.attrib["d"]
        for e in tree(svg(make_scene(Puzzle.empty(jigsaw)))).iter()
        if e.attrib.get("class") == "walls"
    )
    assert walls.count("v") + walls.count("h") == len(make_scene(Puzzle.empty(jigsaw)).walls)


def test_texts_are_escaped_and_the_picture_is_the_same_each_time() -> None:
    scene = make_scene(parse(PUZZLE).puzzle)
    text = svg(scene, title="<a & b>", description="x < y & z")
    assert text == svg(scene, title="<a & b>", description="x < y & z")
    root = tree(text)
    assert root.find(f"{NAME}title").text == "<a & b>"  # type: ignore[union-attr]
    assert root.find(f"{NAME}desc").text == "x < y & z"  # type: ignore[union-attr]
    assert root.attrib["role"] == "img"


def test_an_unknown_style_is_refused() -> None:
    with pytest.raises(KeyError):
        svg(make_scene(parse(PUZZLE).puzzle), "neon")


def test_the_rules_of_a_puzzle_are_drawn() -> None:
    board = Geometry.classic()
    rules = parse_rules("killer-cage:10:r1c1+r1c2,diagonal,odd:r5c1,even:r6c1,windoku", board)
    root = tree(svg(make_scene(Puzzle.empty(board, rules))))
    classes = [e.attrib.get("class", "") for e in root.iter()]
    assert classes.count("cage") == 1
    assert classes.count("line") == 2
    assert classes.count("area") == 36
    assert "10" in [e.text for e in root.iter(f"{NAME}text")]


# -- the command -----------------------------------------------------------------------------------


def test_show_writes_a_file(tmp_path: Path) -> None:
    path = tmp_path / "board.svg"
    assert run(["show", PUZZLE, "--svg", str(path), "--style", "dark"]) == 0
    assert tree(path.read_text()).attrib["role"] == "img"


def test_show_writes_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", PUZZLE, "--svg", "-", "--candidates"]) == 0
    assert "m-r1c3-1" in ids(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ([PUZZLE, PUZZLE, "--svg", "-"], "2 pictures cannot go to standard output"),
        ([PUZZLE, "--svg", "a.svg", "--html", "a.svg"], "cannot be one file"),
        ([PUZZLE, "--svg", "no/such/folder/x.svg"], "cannot be written"),
        ([PUZZLE[:-1], "--svg", "-"], "80"),
        ([PUZZLE, "--svg", "-", "--style", "neon"], "neon"),
    ],
)
def test_show_refuses(
    arguments: list[str], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["show", *arguments]) == 2
    seen = capsys.readouterr()
    assert reason in seen.err
    assert not seen.out


def test_faults_are_marked_and_reported(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["show", "55" + PUZZLE[2:], "--svg", "-"]) == 2
    seen = capsys.readouterr()
    assert 'class="fault"' in seen.out
    assert seen.err


def test_the_page_names_every_role_and_style() -> None:
    page = (EXAMPLES.parent / "docs" / "pictures.md").read_text("utf-8")
    for name in (*get_args(MarkRole), *STYLES):
        assert f"`{name}`" in page
