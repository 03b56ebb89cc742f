// The setter's pen; one file, since drawing, choosing and changing a clue share what is drafted.
// Rules are drawn on the board from what the catalogue says of their parameters, with
// the clue as it will look under the pointer; clues that are there are chosen, changed and copied.

import { button, choice, element, sentence, sketching, t } from "./page.js";

const CELLS = { cell: 1, cells: 1, line: 2, sets: 1, lines: 2 }; // the fewest cells of a part
const LISTS = ["sets", "lines"];
const NUMBERS = ["integer", "integers", "digits"];
const DIRECTIONS = ["up-left", "up-right", "down-left", "down-right"];
const LETTERS = { xv: { x: "10", v: "5" } };
const NEAR = 0.22; // of an edge or a corner that has a clue

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const isPlace = (parameter) => parameter.kind in CELLS;
export const cellsOf = (data) => [...new Set(JSON.stringify(data).match(/r\d+c\d+/g) ?? [])];
const list = (puzzle) => puzzle.constraints ?? [];
export const added = (puzzle, clue) => ({ ...puzzle, constraints: [...list(puzzle), clue] });
// With what `edit` makes of a clue in its place; an empty list: nothing.
const edited = (puzzle, at, edit) => ({ ...puzzle, constraints: list(puzzle).flatMap((one, other) => (other === at ? edit(one) : [one])) });
// The clues without a number, which are no rules yet.
export const opens = (puzzle) => JSON.parse(puzzle.extras?.open_clues ?? "[]");
export function opened({ extras: { open_clues: _, ...extras } = {}, ...puzzle }, clues) {
  return { ...puzzle, extras: clues.length ? { ...extras, open_clues: JSON.stringify(clues) } : extras };
}
const numberOf = (kind) => kind?.parameters.filter((one) => NUMBERS.includes(one.kind)).sort((a, b) => a.optional - b.optional)[0];

// host: {board, form, view(), game(), doc(), kinds(), change(edit, more), refuse(text), paint(), chose()}
export function makePen(host) {
  const { board, form } = host;
  let kind = null;
  let draft = {};
  let active = null; // the parameter that is drawn next
  let inputs = {}; // of the form, by parameter
  let clue = null; // {at, rule, word}: the clue that digits are typed into; `at` once it is there
  let chosen = null; // the place of the clue that was clicked
  let copied = null; // the clue that the next click puts down
  let held = null; // an end that is being dragged
  let before = []; // what was selected before the press
  let known = []; // the clues of the board that is shown, as texts
  let moves = 0; // how often some of them have got other places

  const name = (cell) => host.game().names[cell];
  const cellAt = (row, column) => host.view().cells.findIndex((one) => one[0] === row && one[1] === column);
  const rules = () => host.view().rules;
  const kindOf = (data) => host.kinds().find((one) => one.rule === data.rule);
  const places = () => kind.parameters.filter(isPlace);
  const missing = (parameter) => !parameter.optional && draft[parameter.name] === undefined;

  // -- what a stroke means -----------------------------------------------------------------------------

  // The draft with some cells as the value of a parameter; null where they are too few. Of a circle and
  // its cells those after the circle, where the stroke begins there.
  function taken(values, parameter, cells) {
    const [first] = places();
    const names = cells.map(name);
    if (parameter !== first && (first.kind === "cell" || first.name === "bulb")) {
      while (names.length && [values[first.name]].flat().includes(names[0])) names.shift();
    }
    if (names.length < (first.kind === "cell" ? 1 : CELLS[parameter.kind])) return null;
    if (parameter.kind === "cell") return { ...values, [parameter.name]: names.at(-1) };
    if (LISTS.includes(parameter.kind)) return { ...values, [parameter.name]: [...(values[parameter.name] ?? []), names] };
    return { ...values, [parameter.name]: names };
  }

  // One stroke draws a cell and the cells after it.
  function stroke(cells) {
    const [first, second] = places();
    if (active === first && first.kind === "cell" && second && second.kind !== "cell" && cells.length > 1) {
      const values = taken(draft, first, cells.slice(0, 1));
      return [second, taken(values, second, cells)];
    }
    return [active, taken(draft, active, cells)];
  }

  // The two cells of the edge, or the four of the corner, that is nearest to a place.
  function around({ row, column, cell }) {
    if (cell === null) return null;
    const [r, c] = host.view().cells[cell];
    const [down, right] = [row - r - 0.5, column - c - 0.5];
    const [dr, dc] = [Math.sign(down) || 1, Math.sign(right) || 1];
    const beside = Math.abs(down) > Math.abs(right) ? [[r + dr, c]] : [[r, c + dc]];
    const wanted = kind.at === "corner" ? [[r + dr, c], [r, c + dc], [r + dr, c + dc]] : beside;
    const others = wanted.map(([y, x]) => cellAt(y, x));
    return others.includes(-1) ? null : [cell, ...others].sort((a, b) => a - b);
  }

  function drawn({ at = null }) {
    const cells = board.selection;
    const [cell] = cells;
    const tap = at !== null && cells.length === 1;
    if (copied) return undefined;
    if (!kind || !places().length) {
      if (tap && same(before, cells)) cycle(cell);
      return undefined;
    }
    if (kind.at === "cell") return toggle(cells.map(name));
    if (tap && ["edge", "corner"].includes(kind.at)) {
      const found = around(at);
      return found ? mark(found) : undefined;
    }
    if (tap && active === places()[0]) {
      const there = rules().findIndex(({ data }) => data.rule === kind.rule && cellsOf(data).includes(name(cell)));
      if (there >= 0 && chosen !== there) return choose(there);
    }
    if (!active) return undefined;
    const [parameter, values] = stroke(cells);
    if (values) take(parameter, values, tap);
    return undefined;
  }

  // A mark on an edge or a corner; a click on one that is there chooses it, and turns one that has an order.
  function mark(cells) {
    const names = cells.map(name);
    const there = rules().findIndex(({ data }) => data.rule === kind.rule && same([...(data.cells ?? [])].sort(), [...names].sort()));
    if (there < 0) return take(active, { ...draft, [places()[0].name]: names });
    if (places()[0].kind === "line") return replace(there, (data) => ({ ...data, cells: [...data.cells].reverse() }));
    return choose(there);
  }

  // Rules of single cells are one clue each: a click adds a cell or takes it away.
  function toggle(names) {
    const rule = { rule: kind.rule, ...draft, cells: names };
    const there = rules().some(({ data }) => data.rule === rule.rule);
    board.choose([]);
    const edit = (old) => {
      const at = list(old).findIndex((one) => one.rule === rule.rule);
      if (at < 0) return added(old, rule);
      return edited(old, at, (data) => {
        const all = names.every((one) => data.cells.includes(one));
        const cells = all ? data.cells.filter((one) => !names.includes(one)) : [...new Set([...data.cells, ...names])];
        return cells.length ? { ...data, cells } : [];
      });
    };
    const fits = (next) => next.rules.find(({ data }) => data.rule === rule.rule)?.faults.join("\n") ?? "";
    return there ? host.change(edit, { fits }) : put(rule, {}, edit);
  }

  function take(parameter, values, tap = false) {
    active = parameter;
    draft = values;
    fill(draft);
    const next = kind.parameters.find((one) => isPlace(one) && missing(one));
    if (next) active = next;
    const open = kind.parameters.filter(missing);
    const more = LISTS.includes(parameter.kind) || (tap && parameter.kind !== "cell");
    // A tap chooses a cell, for a digit or a rule; only a stroke says that this is all.
    if (!open.length && !more) add();
    else if (open.length === 1 && open[0] === numberOf(kind) && !more) await_();
    refresh();
  }

  // All of a clue is there but its number, which is typed.
  function await_() {
    board.choose([]);
    clue = { at: null, rule: { rule: kind.rule, ...draft }, word: "" };
    const number = numberOf(kind);
    host.refuse(t("type-number", { meaning: number.meaning }), false, number.open ? element("div.row", {}, button("leave-open", leaveOpen)) : null);
    host.chose();
  }

  // The clue that waits for its number goes without one: it is to be found.
  function leaveOpen() {
    const { rule } = clue;
    clear();
    return host.change((old) => opened(old, [...opens(old), rule])).then(refresh);
  }

  // -- changes of the puzzle ----------------------------------------------------------------------------

  // Where a clue stands when its change comes to its turn: where it stood, unless clues before it have
  // come or gone since.
  function standing(at) {
    const { data } = rules()[at];
    const before = moves;
    return (old) => (before === moves ? at : list(old).findIndex((one) => same(one, data)));
  }

  // A clue with another value of a parameter, or with none.
  const valued = (parameter, found) => ({ [parameter]: _, ...rest }) => (found === undefined ? rest : { ...rest, [parameter]: found });

  async function put(rule, kept = {}, edit = (old) => added(old, rule)) {
    const mine = { at: null, rule, word: "", kind };
    clue = mine;
    // A clue that no board can keep is none yet.
    return host.change(edit, {
      fits: (next) => next.rules.at(-1)?.faults.join("\n") ?? "",
      after: (next, old) => { if (next.rules.length > old.rules.length) mine.at = next.rules.length - 1; else if (clue === mine) clue = null; },
    }).then((done) => {
      if (!done && kind === mine.kind && clue === mine && !Object.keys(draft).length) {
        draft = kept; // what was drawn stays, to be mended
        clue = numberOf(kind) ? { at: null, rule, word: "" } : null;
        fill(draft);
      }
      refresh();
      host.chose();
      return done;
    });
  }

  // `edit` takes the clue as it is by then: of two changes none is lost.
  function replace(at, edit, joins = false) {
    const where = standing(at);
    let here = at;
    return host.change((old) => {
      here = where(old);
      return list(old)[here] ? edited(old, here, edit) : null;
    }, { joins, fits: (next) => next.rules[here]?.faults.join("\n") ?? "" });
  }

  function remove(at) {
    const where = standing(at);
    if (chosen === at || clue?.at === at) leave();
    return host.change((old) => {
      const here = where(old);
      return list(old)[here] ? edited(old, here, () => []) : null;
    });
  }

  function add() {
    if (!kind) return undefined;
    if (active && draft[active.name] === undefined && board.selection.length) draft = stroke(board.selection)[1] ?? draft;
    const kept = draft;
    clear();
    return put({ rule: kind.rule, ...kept }, kept);
  }

  // The fields are empty after each clue.
  function clear() {
    draft = {};
    clue = null;
    board.choose([]);
    if (!kind) return;
    active = places()[0] ?? null;
    fill({});
  }

  // -- typing the number of a clue ----------------------------------------------------------------------

  function value(parameter, word) {
    if (parameter.kind === "digits") return /^\d+$/.test(word) ? [...word].map(Number) : undefined;
    if (!/^-?\d+$/.test(word)) return undefined;
    return parameter.kind === "integers" ? [Number(word)] : Number(word);
  }

  // Digits go into the clue that was drawn last or clicked, as long as no cell is selected.
  function wanted() {
    const of = clue && kindOf(clue.rule);
    return clue && !board.selection.length && numberOf(of) ? of : null;
  }

  function type(text) {
    const of = wanted();
    if (!of) return false;
    write(of, clue.word + text);
    return true;
  }

  function write(of, word) {
    const parameter = numberOf(of);
    const mine = clue;
    const typed = mine.word !== "";
    mine.word = word;
    if (mine.first === undefined) mine.first = mine.at === null ? null : rules()[mine.at].data; // before any was typed
    if (inputs[parameter.name]) inputs[parameter.name].value = word;
    const found = value(parameter, word);
    if (found === undefined && !(word === "" && parameter.optional)) return;
    const edit = valued(parameter.name, found);
    host.change((old) => {
      if (mine.word !== word) return null; // more was typed since
      if (mine.at === null) return added(old, edit(mine.rule));
      return edited(old, mine.at, edit);
    }, {
      joins: typed && mine.at !== null,
      fits: (next) => next.rules[mine.at ?? next.rules.length - 1]?.faults.join("\n") ?? "",
      after: (next) => {
        if (mine.at !== null) return;
        mine.at = next.rules.length - 1;
        if (clue === mine) draft = {};
      },
      refused: (text) => unfinished(mine, word, text),
    }).then(refresh);
  }

  // A number that no board can have was on its way: what its first digits made goes, and the number stays
  // where it is typed, to be mended.
  async function unfinished(mine, word, text) {
    if (mine.at === null || mine.word !== word) return;
    const { first } = mine;
    await host.change((old) => (mine.word === word ? edited(old, mine.at, () => (first ? [first] : [])) : null), {
      joins: true,
      after: () => { if (!first) mine.at = null; },
    });
    if (mine.word === word) host.refuse(text);
  }

  // -- the clues that are there -------------------------------------------------------------------------

  function choose(at) {
    const { data } = rules()[at];
    const of = kindOf(data);
    if (kind !== of) pick(of, false);
    clear();
    chosen = at;
    clue = { at, rule: data, word: "" };
    show();
    fill(data);
    refresh();
    host.chose();
  }

  function leave() {
    const had = chosen !== null || clue !== null || copied !== null || Object.keys(draft).length > 0;
    chosen = clue = copied = held = null;
    draft = {};
    board.sketch(null);
    if (kind) show();
    refresh();
    host.chose();
    return had;
  }

  // The clues of a cell in turn, and then the cell itself.
  function cycle(cell) {
    const here = rules().flatMap(({ data }, at) => (cellsOf(data).includes(name(cell)) ? [at] : []));
    const next = here[here.indexOf(chosen) + 1];
    if (next !== undefined) choose(next);
    else if (chosen !== null) pick(null);
  }

  // The mark on an edge or a corner that is clicked while no rule is drawn.
  function marked({ row, column }) {
    return rules().findIndex(({ data }) => {
      if (!["edge", "corner"].includes(kindOf(data)?.at)) return false;
      const spots = data.cells.map((one) => host.view().cells[host.game().cellOf.get(one)]);
      const middle = [0, 1].map((axis) => spots.reduce((sum, spot) => sum + spot[axis], 0) / spots.length + 0.5);
      return Math.hypot(row - middle[0], column - middle[1]) < NEAR;
    });
  }

  function copy() {
    copied = rules()[chosen].data;
    board.choose([]);
    host.refuse(t("put-copy"), false);
  }

  // The copy with its first cell in another.
  function moved(cell) {
    const [first] = cellsOf(copied).map((one) => host.view().cells[host.game().cellOf.get(one)]);
    const [row, column] = host.view().cells[cell];
    let inside = true;
    const text = JSON.stringify(copied).replace(/r(\d+)c(\d+)/g, (_, r, c) => {
      const [y, x] = [Number(r) - 1 + row - first[0], Number(c) - 1 + column - first[1]];
      inside &&= cellAt(y, x) >= 0;
      return `r${y + 1}c${x + 1}`;
    });
    return inside ? JSON.parse(text) : null;
  }

  // -- the pointer ---------------------------------------------------------------------------------------

  const tool = {
    press(at) {
      before = board.selection;
      if (copied) {
        held = { copy: true };
        return true;
      }
      const dot = kind ? -1 : marked(at);
      if (dot >= 0) {
        choose(dot);
        held = {};
        return true;
      }
      const data = chosen === null ? null : rules()[chosen]?.data;
      const line = data && kindOf(data).at === "" && kindOf(data).parameters.find((one) => one.name === "cells" && ["line", "cells"].includes(one.kind));
      if (!line) return false;
      const cells = [...data.cells];
      const here = name(at.cell);
      if (line.kind === "cells" ? !cells.includes(here) : here !== cells.at(-1) && here !== cells[0]) return false;
      const turned = line.kind === "line" && here !== cells.at(-1);
      held = { data, line, cells: turned ? cells.reverse() : cells, turned, start: here, moved: false };
      return true;
    },
    drag(at) {
      if (!held?.line || at.inner === null) return;
      const here = name(at.inner);
      const { cells, line } = held;
      if (here === cells.at(-1) || (line.kind === "cells" && cells.includes(here))) return;
      if (line.kind === "line" && here === cells.at(-2)) cells.pop();
      else if (!cells.includes(here)) cells.push(here);
      held.moved = true;
      preview({ ...held.data, cells: held.turned ? [...cells].reverse() : cells });
    },
    release(at) {
      const was = held;
      held = null;
      if (was?.copy) {
        const rule = at.cell === null ? null : moved(at.cell);
        if (rule) {
          copied = null;
          put(rule);
        } else host.refuse(t("no-room"));
        return;
      }
      if (!was?.line) return;
      board.sketch(null);
      let { cells } = was;
      if (!was.moved) {
        if (was.line.kind !== "cells") return;
        if (!at.more || cells.length < 2) return cycle(host.game().cellOf.get(was.start));
        cells = cells.filter((one) => one !== was.start);
      }
      const edit = (data) => ({ ...data, cells: was.turned ? [...cells].reverse() : cells });
      if (clue) clue.rule = edit(clue.rule);
      return chosen === null ? undefined : replace(chosen, edit);
    },
    hover(at) {
      host.hover(at?.cell === null || !at ? null : name(at.cell));
      if (copied) return preview(at && at.cell !== null ? moved(at.cell) : null);
      if (!kind || !["edge", "corner"].includes(kind.at) || clue?.at === null) return undefined;
      const cells = at && around(at);
      return preview(cells && { rule: kind.rule, ...draft, [places()[0].name]: cells.map(name) });
    },
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return false;
      if (event.code === "Escape") return leave() || Boolean(kind && (pick(null), true));
      const of = wanted();
      if (event.code === "Delete" && clue && clue.at !== null && !board.selection.length) return remove(clue.at), true;
      if (event.code === "Backspace" && clue && !board.selection.length) {
        if (of && clue.word) write(of, clue.word.slice(0, -1));
        else if (clue.at !== null) remove(clue.at);
        return true;
      }
      const word = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1] ?? (of && LETTERS[of.rule]?.[event.key.toLowerCase()]);
      if (word === undefined || !of) return false;
      if (word.length > 1) clue.word = "";
      return type(word);
    },
  };

  let wish = 0;
  async function preview(rule) {
    const mine = ++wish;
    if (!rule) {
      sketching.cancel();
      return board.sketch(null);
    }
    try {
      const { board: shape } = host.doc();
      const puzzle = JSON.stringify({ ...(shape && { board: shape }), givens: host.doc().givens });
      const number = numberOf(kindOf(rule));
      const blank = Boolean(number) && !number.optional && rule[number.name] === undefined;
      const one = number && Math.max(1, number.least ?? 1);
      const whole = blank ? { ...rule, [number.name]: number.kind === "integer" ? one : [one] } : rule;
      const { picture } = await sketching.ask("sketch", { board: puzzle, rule: JSON.stringify(whole), blank });
      if (mine === wish) board.sketch(picture);
    } catch (error) {
      if (sentence(error) && mine === wish) board.sketch(null);
    }
    return undefined;
  }

  board.addEventListener("choose", () => {
    if (kind && active && board.selection.length > 1) {
      const [, values] = stroke(board.selection);
      preview(values && { rule: kind.rule, ...values });
    } else if (!copied && !held) preview(null);
  });

  // -- the form ------------------------------------------------------------------------------------------

  function pick(rule, toggles = true) {
    kind = toggles && kind === rule ? null : rule;
    chosen = clue = copied = null;
    draft = {};
    preview(null);
    show();
    refresh();
    host.chose();
  }

  function show() {
    inputs = {};
    form.replaceChildren();
    active = kind ? places()[0] ?? null : null;
    if (!kind) return;
    const there = chosen !== null;
    form.append(element("h2", {}, kind.title), about(kind.rule), ...kind.parameters.map(input),
      there ? element("div.row", {}, cellsOf(rules()[chosen].data).length ? button("copy-clue", copy) : null, button("delete-clue", () => remove(chosen)), button("new-clue", () => leave()))
        : element("div.row", {}, button("add-rule", add, { kind: "button.main", id: "add-rule" })));
    fill(draft);
  }

  // What the rule means, how it is drawn and what follows first: asked for when it is opened.
  function about(rule) {
    const texts = element("div");
    return element("details", { ontoggle: async () => {
      if (texts.children.length) return;
      const { parts } = (await host.about(rule)) ?? { parts: [] };
      texts.replaceChildren(...parts.map(([heading, text]) => element("p", {}, element("strong", {}, heading), element("br"), text)));
    } }, element("summary", {}, t("rule-about")), texts);
  }

  // The fields as some values have them.
  function fill(values) {
    for (const parameter of kind.parameters) {
      const field = inputs[parameter.name];
      const found = values[parameter.name];
      if (!field) continue;
      if (field.type === "checkbox") field.checked = found === true;
      else if (field.localName === "select") {
        if (found === undefined && !parameter.optional && chosen === null) draft[parameter.name] = field.options[0].value;
        field.value = found ?? field.options[0].value;
      } else field.value = found === undefined ? "" : Array.isArray(found) ? found.map((one) => [one].flat().join("+")).join(Array.isArray(found[0]) ? "/" : " ") : found;
    }
  }

  // The form of a parameter, by its kind alone.
  function input(parameter) {
    const { meaning, optional } = parameter;
    const label = `${meaning}${optional ? ` (${t("optional")})` : ""}`;
    const keep = (found) => {
      const none = found === undefined || found === "" || found === null;
      if (chosen !== null) {
        if (none && !optional) return;
        const edit = valued(parameter.name, none ? undefined : found);
        clue.rule = edit(clue.rule);
        replace(chosen, edit, true);
      } else if (none) delete draft[parameter.name];
      else draft[parameter.name] = found;
    };
    const plain = (attributes, read) => {
      const found = element("input", { ...attributes, placeholder: parameter.default ?? "", oninput: () => {
        if (clue?.at === null) clue = null; // it is typed here
        keep(found.value.trim() ? read(found.value) : null);
      } });
      inputs[parameter.name] = found;
      return element("label.field", {}, label, found);
    };
    const numbers = (text) => text.split(/[\s,+]+/).filter(Boolean).map(Number);
    if (isPlace(parameter)) {
      const take_ = element("button", { type: "button", "aria-pressed": "false", onclick: () => { active = parameter; refresh(); } }, label);
      const next = () => { draft = taken(draft, parameter, board.selection) ?? draft; refresh(); };
      return element("div.drawn", { "data-parameter": parameter.name }, take_, element("p.muted"), LISTS.includes(parameter.kind) ? button("next-part", next) : null);
    }
    if (["integer", "index"].includes(parameter.kind)) return plain({ type: "number", min: parameter.least, max: parameter.most, step: "1" }, Number);
    if (["integers", "digits"].includes(parameter.kind)) return plain({ type: "text", inputmode: "numeric" }, numbers);
    if (["groups", "tuples"].includes(parameter.kind)) return plain({ type: "text" }, (text) => text.split("/").map(numbers));
    if (parameter.kind === "rules") return plain({ type: "text" }, (text) => { try { return JSON.parse(text); } catch { return text; } });
    if (parameter.kind === "flag") {
      const box = element("input", { type: "checkbox", onchange: () => keep(box.checked || null) });
      inputs[parameter.name] = box;
      return element("label.tick", {}, box, label);
    }
    const known = { side: ["left", "right", "top", "bottom"], direction: DIRECTIONS, choice: parameter.choices }[parameter.kind];
    if (!known) return plain({ type: "text" }, String);
    const options = [...(optional ? [["", t("usual")]] : []), ...known.map((one) => [one, t(`choice-${one}`)])];
    const select = choice(options, optional ? "" : known[0], keep);
    inputs[parameter.name] = select;
    return element("label.field", {}, label, select);
  }

  // -- places outside of the board ------------------------------------------------------------------------

  // Where a clue can stand outside of the board: what each place means for the parameters.
  function beyond() {
    const one = (wanted_) => kind?.parameters.find((parameter) => parameter.kind === wanted_)?.name;
    const [side, index, start, direction] = ["side", "index", "cell", "direction"].map(one);
    const { cells } = host.view();
    const rows = Math.max(...cells.map(([row]) => row)) + 1;
    const columns = Math.max(...cells.map(([, column]) => column)) + 1;
    if (!((side && index) || (start && direction)) || cells.length !== rows * columns) return [];
    const found = [];
    for (let row = -1; row <= rows; row++) {
      for (let column = -1; column <= columns; column++) {
        const lines = [row < 0 && "top", row === rows && "bottom", column < 0 && "left", column === columns && "right"].filter(Boolean);
        if (!lines.length) continue;
        const means = [];
        if (side && lines.length === 1) means.push({ [side]: lines[0], [index]: (["left", "right"].includes(lines[0]) ? row : column) + 1 });
        for (const way of direction ? DIRECTIONS : []) {
          const first = cellAt(row + (way.startsWith("up") ? -1 : 1), column + (way.endsWith("left") ? -1 : 1));
          if (first >= 0) means.push({ [start]: name(first), [direction]: way });
        }
        const number = lines.length > 1 ? "" : (["left", "right"].includes(lines[0]) ? row : column) + 1;
        if (means.length) found.push({ row, column, means, label: t("outside-place", { side: lines.map((line) => t(`choice-${line}`)).join(" "), number }) });
      }
    }
    return found;
  }

  const meant = (values) => (mean) => Object.entries(mean).every(([one, found]) => values[one] === found);

  // A second time the same place: the other direction. A place that has its clue chooses it.
  function placed({ means }) {
    const there = (mean) => rules().findIndex(({ data }) => data.rule === kind.rule && meant(data)(mean));
    const at = means.findIndex(meant(draft));
    const open = means.filter((one) => there(one) < 0);
    if (at < 0 && !open.length) return choose(there(means[0]));
    const as = at < 0 ? open.find((one) => Object.entries(one).some(([which, found]) => inputs[which]?.localName === "select" && draft[which] === found)) ?? open[0] : means[(at + 1) % means.length];
    if (chosen !== null) leave();
    Object.assign(draft, as);
    fill(draft);
    const number = numberOf(kind);
    if (number && missing(number)) await_();
    else if (at < 0) add();
    return refresh();
  }

  function refresh() {
    const values = chosen === null ? (clue?.at === null && clue.rule) || draft : rules()[chosen]?.data ?? {};
    board.outside(beyond().map((one) => ({ ...one, chosen: one.means.some(meant(values)) })), placed);
    host.paint();
    for (const part of form.querySelectorAll(".drawn")) {
      const parameter = kind.parameters.find((one) => one.name === part.dataset.parameter);
      const found = values[parameter.name];
      part.firstChild.setAttribute("aria-pressed", `${chosen === null && active === parameter}`);
      const count = found === undefined ? 0 : parameter.kind === "cell" ? 1 : found.length;
      part.querySelector("p").textContent = count ? t(LISTS.includes(parameter.kind) ? "parts" : "chosen-cells", { count }) : active === parameter ? t("choose-cells", { meaning: parameter.meaning }) : "";
    }
  }

  return {
    tool, pick, choose, remove, add, drawn, type, leave, refresh,
    get kind() { return kind; },
    get chosen() { return chosen; },
    get numbers() { return Boolean(wanted()); },
    // The cells of what is being drawn, or was clicked.
    cells() {
      const { cellOf } = host.game();
      const data = chosen !== null ? rules()[chosen]?.data : { ...(clue?.at === null && clue.rule), ...draft };
      return cellsOf(data ?? {}).map((one) => cellOf.get(one));
    },
    // Another board: what was drawn or clicked on the one before is no more.
    renewed() {
      const before = known;
      known = rules().map(({ data }) => JSON.stringify(data));
      // Where a clue is now: it may have been changed in its place; null: it is gone.
      const nowAt = (at) => {
        if (known[at] !== before[at] && known.includes(before[at])) return known.indexOf(before[at]);
        return known[at] === before[at] || (at < known.length && known.length >= before.length) ? at : null;
      };
      if (before.some((_, at) => ![at, null].includes(nowAt(at)))) moves++;
      if (clue && clue.at !== null) {
        clue.at = nowAt(clue.at);
        if (clue.at === null) clue = null;
      }
      if (chosen !== null) {
        chosen = nowAt(chosen);
        if (chosen === null) leave();
      }
    },
  };
}
