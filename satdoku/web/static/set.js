// Set: rules drawn on the board from what the catalogue says of their parameters, and a verdict
// that is always there.

import "./board.js";
import { Game } from "./game.js";
import { open as openInPlay } from "./play.js";
import { Answer, asked, button, choice, close, copies, element, field, keep, live, sentence, settings, show, stored, t, tick } from "./page.js";
import { Lane, Refusal } from "./wire.js";

const CELLS = { cell: 1, cells: 1, line: 2, sets: 1, lines: 2 }; // the fewest cells of a part
const LISTS = ["sets", "lines"];
const NUMBERS = ["integer", "integers", "digits"];
const DIRECTIONS = ["up-left", "up-right", "down-left", "down-right"];
const CAP = 8;
const judging = new Lane(live.common);

let catalogue = null;
let doc = null; // satdoku's JSON of the puzzle
let past = [];
let future = [];
let here = null; // the page that shows the puzzle

// What changes the puzzle comes one after the other, each to what the one before it has left: edits
// of a page, and the next page of it.
let queue = Promise.resolve();
function turn(work) {
  const found = queue.then(work);
  queue = found.catch(() => {});
  return found;
}

export function set(main, argument) {
  return turn(() => opened(main, argument));
}

async function opened(main, argument) {
  if (argument) {
    if (doc) past.push(doc);
    doc = read(argument);
    history.replaceState(null, "", "#set");
  }
  doc ??= stored("set") ?? { givens: ".".repeat(81) };
  if (catalogue?.lang !== settings.lang) catalogue = { lang: settings.lang, ...(await asked.ask("rules")) };
  let view;
  let problem = "";
  try {
    view = await live.ask("view", { puzzle: JSON.stringify(doc) });
  } catch (error) {
    if (!(error instanceof Refusal) || error.message === "offline") throw error; // nothing is wrong with it
    problem = sentence(error);
    doc = { givens: ".".repeat(81) };
    view = await live.ask("view", { puzzle: JSON.stringify(doc) });
  }
  build(main, view, problem);
}

// A fragment is satdoku's JSON; anything else is refused by the server, by name.
function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { givens: text };
  }
}

function build(main, view, problem) {
  const board = element("sudoku-board");
  const answer = new Answer();
  const verdict = element("p.verdict", { role: "status", "aria-live": "polite" });
  const rulesHere = element("ul.list");
  const form = element("div");
  form.onkeydown = (event) => {
    if (event.key === "Enter" && event.target.localName === "input") add();
  };
  const found = element("div.choices", { role: "group", "aria-label": t("rule") });
  let game = new Game(view, () => {});
  let judged = null;
  let stale = false; // whether that was the board before
  let looked = new Set();
  let drafted = new Set(); // the cells of the clue that is being drawn
  let shown = true;
  let kind = null;
  let draft = {};
  let active = null;
  let inputs = {}; // of the form, by parameter
  let typed = false; // whether they were filled in since the last rule

  // -- the puzzle as it is -----------------------------------------------------------------------------

  function accept(next) {
    const other = JSON.stringify(next.cells) !== JSON.stringify(view.cells) || `${next.digits}` !== `${view.digits}`;
    view = { ...next, values: {}, marks: {} }; // a setter writes givens, whatever a player wrote
    const chosen = board.selection;
    game = new Game(view, () => {});
    board.show(view);
    if (chosen.every((cell) => cell < view.cells.length)) board.choose(chosen);
    if (other) judged = null;
    rulesHere.replaceChildren(...view.rules.map((rule, number) => element("li", {}, element("span", {}, rule.text),
      element("button", { type: "button", "aria-label": `${t("remove")}: ${rule.text}`, onclick: () => change((old) => ({ ...old, constraints: old.constraints.filter((_, other) => other !== number) })) }, "✕"))));
    if (!view.rules.length) rulesHere.replaceChildren(element("li.muted", {}, t("no-rules")));
    rulesHere.append(...view.unread.map((text) => element("li.muted", {}, text)));
    renew(next.puzzle);
  }

  // What was known of the board before is stale at once, and so is what was said of it.
  function renew(next) {
    doc = next;
    keep("set", doc);
    looked = new Set();
    stale = true;
    answer.forget();
    undo.disabled = !past.length;
    redo.disabled = !future.length;
    paint();
    judge();
  }

  // A change is asked first: what cannot be read is said, and nothing is lost. An edit gives the next
  // puzzle, or null where there is nothing to change; `fits` may say why what came of it stays a draft.
  function change(edit, fits = () => "") {
    return turn(() => here.changed(edit, fits));
  }

  async function changed(edit, fits) {
    const before = doc;
    const wanted = edit(before);
    if (!wanted) return false;
    try {
      const next = await live.ask("view", { puzzle: JSON.stringify(wanted) });
      const reason = fits(next);
      if (reason) {
        answer.refuse(reason);
        return false;
      }
      past.push(before);
      future = [];
      accept(next);
      return true;
    } catch (error) {
      const text = sentence(error);
      if (text) answer.refuse(text);
      return false;
    }
  }

  function go(from, to) {
    return turn(() => here.gone(from(), to()));
  }

  async function gone(from, to) {
    if (!from.length) return;
    try {
      const next = await live.ask("view", { puzzle: JSON.stringify(from.at(-1)) });
      to.push(doc);
      from.pop();
      accept(next);
    } catch (error) {
      answer.refuse(sentence(error) ?? "");
    }
  }
  const back = () => go(() => past, () => future);
  const forth = () => go(() => future, () => past);
  const undo = button("undo", back);
  const redo = button("redo", forth);

  async function judge() {
    verdict.dataset.verdict = "asked";
    verdict.replaceChildren(element("span.busy", { "aria-hidden": "true" }), t("verdict-undecided"));
    try {
      const take = (found, busy = true) => {
        [judged, stale] = [found, false];
        say(judged.verdict, "", busy && !judged.complete);
        paint();
      };
      take(await judging.ask("judge", { puzzle: JSON.stringify(doc), cap: CAP }, take), false);
    } catch (error) {
      const text = sentence(error);
      if (text === null) return;
      [judged, stale] = [null, false];
      say(error instanceof Refusal && text !== t("offline") ? "none" : "undecided", text);
    }
    paint();
  }

  function say(name, more = "", busy = false) {
    const icons = { unique: "✓", multiple: "≥2", none: "✕", undecided: "?" };
    verdict.dataset.verdict = name;
    verdict.replaceChildren(element("span", { "aria-hidden": "true" }, icons[name]), more || t(`verdict-${name}`),
      busy ? element("span.busy", { "aria-hidden": "true" }) : "");
  }

  function paint() {
    const clashes = game.clashes();
    board.paint((cell) => ({
      digit: game.digit(cell),
      given: true,
      all: shown && judged ? judged.candidates[game.names[cell]] : null,
      cap: judged?.cap,
      stale,
      classes: [clashes.has(cell) && "clash", (looked.has(cell) || drafted.has(cell)) && "look", stale && "stale", judged && !judged.complete && "partial"].filter(Boolean),
    }));
  }

  // Givens are no part of the picture or of the rules: nobody has to be asked.
  function givens(edit) {
    return turn(() => here.given(edit));
  }

  function given(edit) {
    const digits = new Map(game.givens);
    edit(digits);
    const all = view.cells.map((_, cell) => digits.get(cell) ?? null);
    if (all.every((digit, cell) => digit === (game.givens.get(cell) ?? null))) return;
    past.push(doc);
    future = [];
    game.givens = digits;
    renew({ ...doc, givens: view.digits.at(-1) > 9 ? all : all.map((digit) => digit ?? ".").join("") });
  }

  function enter(digit) {
    const cells = board.selection;
    if (!cells.length) return;
    givens((digits) => {
      const remove = cells.every((cell) => digits.get(cell) === digit);
      for (const cell of cells) remove ? digits.delete(cell) : digits.set(cell, digit);
    });
  }

  function clear() {
    const cells = board.selection;
    givens((digits) => cells.forEach((cell) => digits.delete(cell)));
  }

  // -- rules -------------------------------------------------------------------------------------------

  function list(words) {
    const wanted = words.toLowerCase();
    const fits = catalogue.rules.filter((rule) => [rule.summary, ...rule.names].some((text) => text.toLowerCase().includes(wanted)));
    found.replaceChildren(...fits.map((rule) => element("button", { type: "button", "data-rule": rule.rule, "aria-pressed": `${kind === rule}`, onclick: () => pick(rule) }, element("span", {}, rule.title, element("small", {}, rule.summary)))));
  }

  function pick(rule) {
    kind = kind === rule ? null : rule;
    draft = {};
    drafted = new Set();
    inputs = {};
    typed = false;
    for (const one of found.children) one.setAttribute("aria-pressed", `${one.dataset.rule === kind?.rule}`);
    form.replaceChildren();
    around();
    paint();
    if (!kind) return;
    active = places()[0] ?? null;
    form.append(element("h2", {}, kind.title), ...kind.parameters.map(input),
      element("div.row", {}, button("add-rule", add, { kind: "button.main", id: "add-rule" })));
    refresh();
  }

  // The form of a parameter, by its kind alone.
  function input(parameter) {
    const { name, meaning, optional } = parameter;
    const label = `${meaning}${optional ? ` (${t("optional")})` : ""}`;
    const keep = (value) => {
      if (value === undefined || value === "" || value === null) delete draft[name];
      else draft[name] = value;
    };
    const plain = (attributes, read) => {
      const found_ = element("input", { ...attributes, placeholder: parameter.default ?? "", oninput: () => {
        typed = found_.value.trim() !== "";
        keep(typed ? read(found_.value) : null);
      } });
      inputs[name] = found_;
      return element("label.field", {}, label, found_);
    };
    const numbers = (text) => text.split(/[\s,+]+/).filter(Boolean).map(Number);
    if (parameter.kind in CELLS) {
      const take = element("button", { type: "button", "aria-pressed": "false", onclick: () => { active = parameter; refresh(); } }, label);
      return element("div.drawn", { "data-parameter": name }, take, element("p.muted"), LISTS.includes(parameter.kind) ? button("next-part", () => take_(parameter)) : null);
    }
    if (["integer", "index"].includes(parameter.kind)) return plain({ type: "number", min: parameter.least, max: parameter.most, step: "1" }, Number);
    if (["integers", "digits"].includes(parameter.kind)) return plain({ type: "text", inputmode: "numeric" }, numbers);
    if (["groups", "tuples"].includes(parameter.kind)) return plain({ type: "text" }, (text) => text.split("/").map(numbers));
    if (parameter.kind === "rules") return plain({ type: "text" }, (text) => { try { return JSON.parse(text); } catch { return text; } });
    if (parameter.kind === "flag") return tick_(label, keep);
    const known = { side: ["left", "right", "top", "bottom"], direction: DIRECTIONS, choice: parameter.choices }[parameter.kind];
    if (known) {
      const options = [...(optional ? [["", t("usual")]] : []), ...known.map((one) => [one, t(`choice-${one}`)])];
      const select = choice(options, optional ? "" : known[0], keep);
      inputs[name] = select;
      if (!optional) keep(known[0]);
      return element("label.field", {}, label, select);
    }
    return plain({ type: "text" }, String);
  }

  function tick_(label, keep) {
    const box = element("input", { type: "checkbox", onchange: () => keep(box.checked || null) });
    return element("label.tick", {}, box, label);
  }

  // Where a clue can stand outside of the board: what each place means for the parameters.
  function beyond() {
    const one = (wanted) => kind?.parameters.find((parameter) => parameter.kind === wanted)?.name;
    const [side, index, start, direction] = ["side", "index", "cell", "direction"].map(one);
    const rows = Math.max(...view.cells.map(([row]) => row)) + 1;
    const columns = Math.max(...view.cells.map(([, column]) => column)) + 1;
    if (!((side && index) || (start && direction)) || view.cells.length !== rows * columns) return [];
    const places = [];
    for (let row = -1; row <= rows; row++) {
      for (let column = -1; column <= columns; column++) {
        const lines = [row < 0 && "top", row === rows && "bottom", column < 0 && "left", column === columns && "right"].filter(Boolean);
        if (!lines.length) continue;
        const means = [];
        if (side && lines.length === 1) means.push({ [side]: lines[0], [index]: (["left", "right"].includes(lines[0]) ? row : column) + 1 });
        for (const way of direction ? DIRECTIONS : []) {
          const first = [row + (way.startsWith("up") ? -1 : 1), column + (way.endsWith("left") ? -1 : 1)];
          const cell = view.cells.findIndex((one) => `${one}` === `${first}`);
          if (cell >= 0) means.push({ [start]: game.names[cell], [direction]: way });
        }
        const number = lines.length > 1 ? "" : (["left", "right"].includes(lines[0]) ? row : column) + 1;
        if (means.length) places.push({ row, column, means, label: t("outside-place", { side: lines.map((line) => t(`choice-${line}`)).join(" "), number }) });
      }
    }
    return places;
  }

  const meant = (values) => Object.entries(values).every(([name, value]) => draft[name] === value);

  function around() {
    board.outside(beyond().map((one) => ({ ...one, chosen: one.means.some(meant) })), placed);
  }

  // A second time the same place: the other direction.
  async function placed({ means }) {
    const at = means.findIndex(meant);
    const as = at < 0 ? means.find((one) => Object.entries(one).some(([name, value]) => inputs[name]?.localName === "select" && draft[name] === value)) : means[(at + 1) % means.length];
    Object.assign(draft, as ?? means[0]);
    for (const [name, value] of Object.entries(as ?? means[0])) if (inputs[name]) inputs[name].value = `${value}`;
    refresh();
    const open = kind.parameters.find(({ name, kind: of, optional }) => !optional && NUMBERS.includes(of) && !(name in means[0]));
    if (open && !typed) {
      inputs[open.name].focus();
      inputs[open.name].select();
    } else if (at < 0) await add();
  }

  function refresh() {
    around();
    drafted = new Set(places().flatMap(({ name }) => [draft[name] ?? []].flat(2)).map((name) => game.cellOf.get(name)));
    paint();
    for (const part of form.querySelectorAll(".drawn")) {
      const parameter = kind.parameters.find((one) => one.name === part.dataset.parameter);
      const value = draft[parameter.name];
      part.firstChild.setAttribute("aria-pressed", `${active === parameter}`);
      const count = value === undefined ? 0 : parameter.kind === "cell" ? 1 : value.length;
      part.querySelector("p").textContent = count ? t(LISTS.includes(parameter.kind) ? "parts" : "chosen-cells", { count }) : active === parameter ? t("choose-cells", { meaning: parameter.meaning }) : "";
    }
  }

  const places = () => kind.parameters.filter((parameter) => parameter.kind in CELLS);

  // What is selected on the board becomes the value of the active parameter: of a circle and its
  // cells those after the circle, where the stroke begins there.
  function take_(parameter) {
    const [first] = places();
    const cells = board.selection.map((cell) => game.names[cell]);
    if (parameter !== first && (first.kind === "cell" || first.name === "bulb")) {
      while (cells.length && [draft[first.name]].flat().includes(cells[0])) cells.shift();
    }
    if (cells.length < (first.kind === "cell" ? 1 : CELLS[parameter.kind])) return false;
    if (parameter.kind === "cell") draft[parameter.name] = cells.at(-1);
    else if (LISTS.includes(parameter.kind)) draft[parameter.name] = [...(draft[parameter.name] ?? []), cells];
    else draft[parameter.name] = cells;
    refresh();
    return true;
  }

  function drawn() {
    if (!kind || !active) return;
    const [first, second] = places();
    // One stroke draws a cell and the cells after it.
    if (active === first && first.kind === "cell" && second && second.kind !== "cell" && board.selection.length > 1) {
      draft[first.name] = game.names[board.selection[0]];
      active = second;
    }
    if (!take_(active)) return;
    const missing = (parameter) => !parameter.optional && draft[parameter.name] === undefined;
    const next = kind.parameters.find((parameter) => parameter.kind in CELLS && missing(parameter));
    if (next) active = next;
    // A tap chooses a cell, for a digit or a rule; only a stroke says that this is all.
    else if (!kind.parameters.some(missing) && !LISTS.includes(active.kind) && (board.selection.length > 1 || active.kind === "cell")) add();
    refresh();
  }

  async function add() {
    if (!kind) return;
    if (active && draft[active.name] === undefined) take_(active);
    const rule = { rule: kind.rule, ...draft };
    const parts = places();
    const [meant_, kept] = [kind, draft];
    draft = { ...draft };
    for (const parameter of parts) delete draft[parameter.name];
    active = parts[0] ?? null;
    typed = false;
    board.choose([]);
    refresh();
    // A clue that no board can keep is none yet.
    if (await change(withRule(rule), (next) => next.rules.at(-1).faults.join("\n"))) return;
    if (kind === meant_ && parts.every(({ name }) => draft[name] === undefined)) {
      draft = { ...kept, ...draft }; // what was drawn stays, to be mended
      refresh();
    }
  }

  function withRule(rule) {
    return (old) => ({ ...old, constraints: [...(old.constraints ?? []), rule] });
  }

  // -- questions ---------------------------------------------------------------------------------------

  async function explain(question) {
    const found = await answer.ask(question, { puzzle: JSON.stringify(doc) });
    if (!found) return;
    looked = new Set(found.cells.map((name) => game.cellOf.get(name)));
    paint();
    answer.say(found.text);
  }

  async function suggest() {
    if (!kind) return answer.say(t("suggest-what"));
    const found = await answer.ask("suggest", { puzzle: JSON.stringify(doc), rule: kind.rule });
    if (!found) return undefined;
    return answer.say(t(`verdict-${found.verdict}`), element("ul.list", {}, ...found.clues.map((clue) => element("li", {},
      element("span", {}, `${clue.text}: ${clue.unique ? t("verdict-unique") : t("left", { left: `${clue.left}${clue.exact ? "" : "+"}` })}`),
      button("add", () => change(withRule(clue.data)))))));
  }

  async function links() {
    const found = await answer.ask("convert", { puzzle: JSON.stringify(doc) });
    if (!found) return;
    show(t("links"), ...copies(found.texts));
  }

  function bring() {
    const text = element("textarea", { id: "import", spellcheck: "false" });
    const problem = element("p.answer.bad", { role: "status" });
    const load = async () => {
      const wanted = text.value;
      await turn(async () => {
        try {
          const next = await live.ask("view", { puzzle: wanted });
          past.push(doc);
          future = [];
          judged = null;
          here.accept(next);
          close();
        } catch (error) {
          problem.textContent = sentence(error) ?? "";
        }
      });
    };
    show(t("import"), element("p", {}, t("import-text")), field("import-field", text), problem, element("div.row", {}, button("load", load, { kind: "button.main" })));
  }

  // -- the page ----------------------------------------------------------------------------------------

  board.addEventListener("act", ({ detail }) => {
    const acts = {
      digit: () => enter(detail.digit),
      clear,
      undo: back,
      redo: forth,
      drawn,
      enter: drawn,
      key: () => ({ "?": () => document.dispatchEvent(new Event("help")), t: () => { shown = !shown; truths.box.checked = shown; paint(); } })[detail.key]?.(),
    };
    acts[detail.kind]?.();
  });
  board.marksOfKeys = false;
  const truths = tick("true-candidates", true, (on) => { shown = on; paint(); });
  const search = element("input", { type: "search", oninput: () => list(search.value) });
  const sizes = [4, 5, 6, 7, 8, 9, 10, 12, 15, 16].map((size) => [`${size}`, `${size}×${size}`]);
  const size = choice(sizes, `${Math.max(...view.digits) - Math.min(...view.digits) + 1}`, (value) => {
    change(() => ({ board: { size: Number(value) }, givens: Array.from({ length: value }, () => Array(Number(value)).fill(null)) }));
  });
  const pad = element("div.pad", { role: "group", "aria-label": t("pad") }, ...view.digits.map((digit) => element("button.digit", { type: "button", onclick: () => enter(digit) }, `${digit}`)),
    element("button", { type: "button", "aria-label": t("clear"), onclick: clear }, "⌫"));
  main.replaceChildren(element("div.table", {},
    element("div.place", {}, element("div.title", {}, element("h1", {}, t("set")), verdict), board, answer.element),
    element("div.side", {},
      element("section.card", { "aria-labelledby": "rule-title" }, element("h2", { id: "rule-title" }, t("rule")), field("find-rule", search), found, form),
      element("section.card", { "aria-labelledby": "here-title" }, element("h2", { id: "here-title" }, t("rules-here")), rulesHere),
      element("section.card", { "aria-labelledby": "tools-title" }, element("h2", { id: "tools-title" }, t("tools")), pad,
        element("div.row", {}, undo, redo), truths,
        element("div.row", {}, button("diagnose", () => explain("diagnose")), button("spare", () => explain("spare")), button("suggest", suggest)),
        element("div.row", {}, button("play-it", async () => { await openInPlay({ puzzle: doc }); location.hash = "#play"; }), button("links", links), button("import", bring)),
        field("new-board", size)))));
  list("");
  here = { accept, changed, gone, given };
  accept(view);
  if (problem) answer.refuse(problem);
}
