// Set: a board with its givens and rules, and a verdict that is always there. Rules are drawn by
// pen.js; what else a puzzle has before it is published is in publish.js. Rules to choose from, the
// clue that is drawn, the list of clues and what is published stand beside the board, on a wide screen
// in columns of their own, else one at a time.

import "./board.js";
import { Game } from "./game.js";
import { icon } from "./icons.js";
import { added, cellsOf, makePen, opened as withOpen, opens } from "./pen.js";
import { listed } from "./picker.js";
import { brought, nameOf, open as openInPlay } from "./play.js";
import { publishing } from "./publish.js";
import { readingList } from "./reading.js";
import { Answer, asking, button, capital, choice, close, copies, drop, element, field, isBusy, keep, live, opening, part, sentence, settings, show, stored, t, tick } from "./page.js";
import { Lane, Refusal } from "./wire.js";

const CAP = 8;
const EMPTY = ".".repeat(81);
const KEPT = 50; // steps back that a reload leaves
const MANY = 8; // clues of a kind that the list shows unasked
const SEEDS = 1_000_000;
const WIDE = matchMedia("(min-width: 1200px) and (min-height: 561px) and (min-aspect-ratio: 3/2)"); // room for columns
const PARTS = ["rules", "clue", "list", "publish"];
const judging = new Lane(live.common);

let catalogue = null;
let doc = null; // satdoku's JSON of the puzzle
let past = [];
let future = [];
let here = null; // the page that shows the puzzle
let picked = ""; // the rule that is drawn, whatever builds the page anew
let turnedTo = PARTS[0]; // the part that is shown where there is room for one
const sources = new WeakMap(); // by puzzle the text that it was read from, what was read in it, and what the setter has decided of that

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
  if (!doc) {
    doc = stored("set");
    [past, future] = ["past", "future"].map((name) => stored("set-history")?.[name] ?? []);
  }
  if (argument) history.replaceState(null, "", "#set");
  if (catalogue?.lang !== settings.lang) catalogue = { lang: settings.lang, ...(await opening.ask("rules")) };
  let view = null;
  let text = "";
  let problem = "";
  for (const puzzle of [argument, doc && JSON.stringify(doc), EMPTY].filter(Boolean)) {
    try {
      view = await live.ask("view", { puzzle });
      text = puzzle;
      if (puzzle === argument && doc) {
        past.push(doc);
        future = [];
      }
      break;
    } catch (error) {
      if (!(error instanceof Refusal) || error.message === "offline") throw error; // nothing is wrong with it
      problem ||= sentence(error);
    }
  }
  if (!argument && !problem && here?.lang === settings.lang && here.board.isConnected) return here.redraw(view);
  const source = sourced(view, text) ?? (argument ? null : stored("set-source"));
  doc = view.puzzle;
  if (source) sources.set(doc, source);
  return build(main, view, problem, argument);
}

// What was read of a text, where something was.
const sourced = ({ reading, puzzle }, text, decided = {}) => (reading ? { text, reading, decided, puzzle } : null);

// A reload leaves the way back, and so does a link to another puzzle.
addEventListener("pagehide", () => doc && keep("set-history", { past: past.slice(-KEPT), future: future.slice(-KEPT) }));

function build(main, view, problem, argument) {
  const board = element("sudoku-board.numbered");
  const answer = new Answer();
  const verdict = element("p.verdict", { role: "status", "aria-live": "polite" });
  answer.element.classList.add("card", "said");
  answer.element.append(element("button.quiet.icon.hush", { type: "button", "aria-label": t("close"), onclick: () => { looked = new Set(); answer.forget(); paint(); } }, icon("close")));
  const rulesHere = element("div.here");
  const readHere = element("div");
  const form = element("div.form");
  form.onkeydown = (event) => {
    if (event.key === "Enter" && event.target.localName === "input") pen.add();
  };
  const found = element("div.choices", { role: "group", "aria-label": t("rule") });
  let game = new Game(view, () => {});
  let judged = null;
  let stale = false; // whether that was the board before
  let looked = new Set();
  let hovered = new Set(); // the cells of the clue that is pointed at in the list
  let shown = true;
  let further = []; // keys that numbers of clues alone need
  let tool = null; // of publish.js
  const open = new Map(); // whether the clues of a kind are listed

  // -- the puzzle as it is -----------------------------------------------------------------------------

  function accept(next, source = undefined) {
    const other = JSON.stringify(next.cells) !== JSON.stringify(view.cells) || `${next.digits}` !== `${view.digits}`;
    const entered = [next.values, next.marks].some((cells) => Object.keys(cells).length); // a setter writes givens
    view = { ...next, values: {}, marks: {}, entered };
    const chosen = board.selection;
    game = new Game(view, () => {});
    board.show(view);
    board.closest(".setting").style.setProperty("--tall", board.style.getPropertyValue("--tall"));
    if (chosen.every((cell) => cell < view.cells.length)) board.choose(chosen);
    if (other) {
      judged = null;
      digits();
    }
    pen.renewed();
    publish.show(view);
    renew(next.puzzle, source);
    listClues();
  }

  // The same in another theme.
  function redraw(next) {
    view = { ...next, values: {}, marks: {}, entered: view.entered };
    board.show(view);
    paint();
  }

  // The clues by kind; one is chosen by a click, and pointing at it shows its cells.
  function listClues() {
    const kinds = new Map();
    view.rules.forEach((rule, number) => kinds.set(rule.kind, [...(kinds.get(rule.kind) ?? []), number]));
    const item = (number) => {
      const { text, data } = view.rules[number];
      const glow = (on) => () => { hovered = new Set(on ? cellsOf(data).map((one) => game.cellOf.get(one)) : []); paint(); };
      return element("li", { "data-cells": cellsOf(data).join(" "), onmouseenter: glow(true), onmouseleave: glow(false), onfocusin: glow(true), onfocusout: glow(false) },
        element("button.clue", { type: "button", "aria-pressed": `${pen.chosen === number}`, onclick: () => pen.choose(number) }, text),
        element("button.quiet", { type: "button", "aria-label": `${t("remove")}: ${text}`, onclick: () => { hovered = new Set(); pen.remove(number); } }, icon("close")));
    };
    const group = ([kind, numbers]) => {
      if (numbers.length === 1) return element("ul.list", {}, item(numbers[0]));
      const isOpen = numbers.includes(pen.chosen) || (open.get(kind) ?? numbers.length <= MANY);
      return element("details", { open: isOpen, ontoggle: (event) => open.set(kind, event.target.open) }, element("summary", {}, `${kind} × ${numbers.length}`), element("ul.list", {}, ...numbers.map(item)));
    };
    const buttons = () => [...rulesHere.querySelectorAll("button")];
    const focused = buttons().indexOf(document.activeElement);
    hovered = new Set(); // what is pointed at reports itself again
    const rest = [...(view.rules.length ? [] : [t("no-rules")]), ...(view.drawings ? [t("drawings", { count: view.drawings })] : []), ...(view.entered ? [t("entered-left-out")] : []), ...view.unread.map(capital)];
    readHere.replaceChildren(...[readingList(sources.get(doc) ?? {}, decide)].filter(Boolean));
    const waiting = view.open.map(({ kind, data }, number) => {
      const text = `${kind} ${[data.start, data.direction && t(`choice-${data.direction}`), data.side && t(`choice-${data.side}`), data.index, ...(data.cells ?? [])].filter(Boolean).join(" ")}: ?`;
      return element("li", {}, element("span", {}, text), element("button.quiet", { type: "button", "aria-label": `${t("remove")}: ${text}`, onclick: () => change((old) => withOpen(old, opens(old).filter((_, other) => other !== number))) }, icon("close")));
    });
    rulesHere.replaceChildren(...[...kinds].map(group), ...(waiting.length ? [element("p.muted", {}, t("open-clues")), element("ul.list", {}, ...waiting)] : []), ...(rest.length ? [element("ul.list", {}, ...rest.map((text) => element("li.muted", {}, text)))] : []));
    if (focused >= 0) (buttons()[Math.min(focused, buttons().length - 1)] ?? search).focus({ preventScroll: true });
  }

  // Other rules for the drawings and words of the text: they take the place of those that were read
  // before, and what the setter has drawn since stays.
  async function decide(decided, key) {
    const focused = document.activeElement?.id;
    const before = sources.get(doc);
    try {
      const view_ = await live.ask("view", { puzzle: before.text, decided });
      const after = sourced(view_, before.text, decided);
      const other = (name, old) => {
        const texts = (data) => (data.puzzle[name] ?? []).map((one) => JSON.stringify(one));
        const [had, has] = [texts(before), texts(after)];
        return [...(old[name] ?? []).filter((one) => has.includes(JSON.stringify(one)) || !had.includes(JSON.stringify(one))), ...has.filter((one) => !had.includes(one)).map((one) => JSON.parse(one))];
      };
      await change((old) => (sources.get(old) === before ? { ...old, constraints: other("constraints", old), drawings: other("drawings", old) } : null), { source: after });
    } catch (error) {
      answer.refuse(sentence(error) ?? "");
      return;
    }
    (document.getElementById(focused) ?? document.getElementById(`reading-${key}`))?.focus();
    answer.say(t(`reading-${sources.get(doc).reading.certainty}`));
  }

  // What was known of the board before is stale at once, and so is what was said of it.
  function renew(next, source = sources.get(doc)) {
    doc = next;
    keep("set", doc);
    if (source) sources.set(doc, source);
    keep("set-source", source ?? null);
    looked = new Set();
    stale = true;
    answer.forget();
    undo.disabled = !past.length;
    redo.disabled = !future.length;
    paint();
    judge();
  }

  // A change is asked first: what cannot be read is said, and nothing is lost. An edit gives the next
  // puzzle, or null where there is nothing to change; `fits` may say why what came of it stays a draft,
  // which `refused` is told, `after` follows it, and one that `joins` the change before it goes back with it.
  function change(edit, more = {}) {
    return turn(() => here.changed(edit, more));
  }

  async function changed(edit, { fits = () => "", after = () => {}, refused = () => {}, joins = false, source = sources.get(doc) }) {
    const before = doc;
    const edited = edit(before);
    if (!edited) return false;
    // That a solution breaks rules was said of the puzzle before.
    const wanted = { ...edited, extras: { ...edited.extras, solution: undefined } };
    try {
      const next = await live.ask("view", { puzzle: JSON.stringify(wanted) });
      const reason = fits(next);
      if (reason) {
        answer.refuse(reason);
        refused(reason);
        return false;
      }
      if (!joins) past.push(before);
      future = [];
      after(next, view);
      if (JSON.stringify(next.puzzle) === JSON.stringify(past.at(-1)) && source === sources.get(before)) past.pop(); // all as it was
      accept(next, source);
      return true;
    } catch (error) {
      const text = sentence(error);
      if (text) {
        answer.refuse(text);
        refused(text);
      }
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
      const source = sources.get(from.pop());
      pen.leave();
      accept(next, source ?? null);
    } catch (error) {
      answer.refuse(sentence(error) ?? "");
    }
  }
  const back = () => go(() => past, () => future);
  const forth = () => go(() => future, () => past);
  const [undo, redo] = [["undo", back], ["redo", forth]].map(([name, onclick]) => element("button.quiet.icon", { type: "button", "aria-label": t(name), title: t(name), onclick }, icon(name)));

  async function judge() {
    verdict.dataset.verdict = "asked";
    verdict.replaceChildren(element("span.busy", { "aria-hidden": "true" }), t("verdict-undecided"));
    try {
      const take = (found, busy = true) => {
        [judged, stale] = [found, false];
        say(judged.verdict, counted(), busy && !judged.complete);
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

  // How many solutions there are, where that is known: each has one digit in a cell.
  function counted() {
    if (judged.verdict !== "multiple" || !judged.complete) return "";
    const cell = Object.values(judged.candidates).map((digits) => Object.values(digits)).find((times) => Math.max(...times) < judged.cap);
    return cell ? t("solutions-n", { count: cell.reduce((sum, times) => sum + times) }) : "";
  }

  function say(name, more = "", busy = false) {
    const icons = { unique: "✓", multiple: "≥2", none: "✕", undecided: "?" };
    verdict.dataset.verdict = name;
    verdict.replaceChildren(element("span", { "aria-hidden": "true" }, icons[name]),
      `${more || t(`verdict-${name}`)}${view.doubtful && name !== "undecided" ? " (?)" : ""}`,
      busy ? element("span.busy", { "aria-hidden": "true" }) : "");
  }

  function paint() {
    const clashes = game.clashes();
    const drafted = new Set(pen.cells());
    const extra = publish.signs(view);
    legend.hidden = !shown || !judged || stale || !counted();
    // A cell that may have every digit shows none, unless it tells how often each is there.
    const isFree = (cell) => legend.hidden && Object.keys(judged?.candidates[game.names[cell]] ?? {}).length === view.digits.length;
    board.paint((cell) => ({
      ...extra(cell),
      digit: game.digit(cell),
      given: true,
      all: shown && judged ? judged.candidates[game.names[cell]] : null,
      cap: judged?.cap,
      stale,
      classes: [clashes.has(cell) && "clash", (looked.has(cell) || drafted.has(cell) || hovered.has(cell)) && "look", stale && "stale", isFree(cell) && "free", judged && !judged.complete && "partial"].filter(Boolean),
    }));
  }

  // Givens are no part of the picture or of the rules: nobody has to be asked.
  function givens(edit) {
    return turn(() => here.given(edit));
  }

  function given(edit) {
    const digits = new Map(game.givens);
    edit(digits);
    if (view.cells.every((_, cell) => digits.get(cell) === game.givens.get(cell))) return;
    past.push(doc);
    future = [];
    game.givens = digits;
    renew({ ...doc, givens: written(digits) });
  }

  function written(digits) {
    const all = view.cells.map((_, cell) => digits.get(cell) ?? null);
    return view.digits.at(-1) > 9 ? all : all.map((digit) => digit ?? ".").join("");
  }

  function enter(digit) {
    const cells = board.selection;
    if (tool?.digit?.(digit) || pen.type(`${digit}`) || !cells.length) return;
    givens((digits) => {
      const remove = cells.every((cell) => digits.get(cell) === digit);
      for (const cell of cells) remove ? digits.delete(cell) : digits.set(cell, digit);
    });
  }

  function clear() {
    const cells = board.selection;
    if (!cells.length && pen.chosen !== null) pen.remove(pen.chosen);
    givens((digits) => cells.forEach((cell) => digits.delete(cell)));
  }

  // -- rules -------------------------------------------------------------------------------------------

  const pen = makePen({
    board, form, change, paint,
    view: () => view,
    game: () => game,
    doc: () => doc,
    kinds: () => catalogue.rules,
    about: (rule) => opening.ask("rule", { rule }),
    refuse: (text, bad = true, more = null) => (bad ? answer.refuse(text) : answer.say(text, more)),
    hover: (name) => rulesHere.querySelectorAll("li[data-cells]").forEach((one) => one.classList.toggle("pair", name !== null && one.dataset.cells.split(" ").includes(name))),
    chose() {
      pressed();
      keys();
      listClues();
      if (pen.chosen !== null) turnTo("clue");
    },
  });
  const publish = publishing({ board, form, change, paint, answer, doc: () => doc, game: () => game, view: () => view });

  function list() {
    listed(found, search.value, catalogue.rules, publish.tools, (one) => {
      if (tool) take(null);
      if (one.tool) {
        pen.pick(null);
        take(one);
      } else {
        used(one.rule);
        pen.pick(one);
      }
      picked = pen.kind?.rule ?? "";
      chooseNext();
    });
    pressed();
  }

  // A rule is chosen, or none any more: it is drawn on the board.
  function chooseNext() {
    if (pen.kind || tool) turnTo("clue");
    if (!WIDE.matches) board.focusCell();
    again();
  }

  // The rules that were used last, where the whole list is out of sight.
  function again() {
    const last = (stored("used") ?? []).map((name) => catalogue.rules.find(({ rule }) => rule === name)).filter(Boolean);
    strip.replaceChildren(...last.map((one) => element("button", { type: "button", "aria-pressed": `${one === pen.kind}`, onclick: () => { if (tool) take(null); pen.pick(one); picked = pen.kind?.rule ?? ""; chooseNext(); } }, one.title)));
  }

  function pressed() {
    for (const one of found.querySelectorAll("[data-rule]")) one.setAttribute("aria-pressed", `${one.dataset.rule === pen.kind?.rule}`);
    for (const one of found.querySelectorAll("[data-tool]")) one.setAttribute("aria-pressed", `${one.dataset.tool === tool?.tool}`);
  }

  // A tool of publish.js takes the strokes; none: the pen does.
  function take(one) {
    tool?.done?.();
    tool = one === tool ? null : one;
    board.tool = tool ? null : pen.tool;
    pressed();
    form.replaceChildren(...(tool ? [element("h2", {}, tool.title), ...tool.form()] : []));
    form.scrollTop = 0;
    paint();
  }

  // The part that is seen; on a wide screen the list of rules is always there, and clue and list together.
  function turnTo(name) {
    turnedTo = name;
    const seen = WIDE.matches && name !== "publish" ? "clue" : name;
    whole.dataset.part = seen;
    for (const one of parts.children) one.setAttribute("aria-pressed", `${one.dataset.part === seen}`);
  }

  function used(rule) {
    keep("used", [rule, ...(stored("used") ?? []).filter((one) => one !== rule)].slice(0, 6));
  }

  // -- questions ---------------------------------------------------------------------------------------

  // A question about the puzzle with all that was drawn before it.
  async function ask(question, fields = {}, progress = null) {
    await turn(() => {});
    return answer.ask(question, { puzzle: JSON.stringify(doc), ...fields }, progress);
  }

  async function explain(question) {
    const found = await ask(question);
    if (!found) return;
    const about = doc;
    looked = new Set(found.cells.map((name) => game.cellOf.get(name)));
    paint();
    const lines = found.cures.map(({ kind, what, unique, edit }) => {
      const text = t(`cure-${kind}`, { what });
      return element("li", {}, element("span", {}, unique && question === "diagnose" ? `${text} · ${t("cure-unique")}` : text),
        button("cure", () => change((old) => (old === about ? cured(old, edit) : null)), { "aria-label": `${t("cure")}: ${text}` }));
    });
    answer.say(found.text, lines.length ? element("ul.list.cures", {}, ...lines) : null);
  }

  // The puzzle after an edit of satdoku/web/cures.py.
  function cured(old, { givens = {}, rules = [], marks = [] }) {
    const digits = new Map(game.givens);
    for (const [name, digit] of Object.entries(givens)) digits.set(game.cellOf.get(name), digit ?? undefined);
    const next = { ...old, givens: written(digits), constraints: (old.constraints ?? []).filter((_, number) => !rules.includes(number)) };
    if (marks.length) next.pencil_marks = Object.fromEntries(Object.entries(old.pencil_marks).filter(([name]) => !marks.includes(name)));
    return next;
  }

  async function suggest() {
    if (!pen.kind) return answer.say(t("suggest-what"));
    const found = await ask("suggest", { rule: pen.kind.rule });
    if (!found) return undefined;
    return answer.say(t(`verdict-${found.verdict}`), element("ul.list", {}, ...found.clues.map((clue) => element("li", {},
      element("span", {}, `${clue.text}: ${clue.unique ? t("verdict-unique") : t("left", { left: `${clue.left}${clue.exact ? "" : "+"}` })}`),
      button("add", () => change((old) => added(old, clue.data)))))));
  }

  // Numbers for all clues that have one, with which there is one solution; or the nearest, to be taken.
  async function findNumbers() {
    const found = await ask("find-numbers", { seed: Math.floor(SEEDS * Math.random()) }, ({ solutions }) => t("solutions-n", { count: solutions }));
    if (!found) return;
    const about = doc;
    const take = (wanted) => change((old) => (old === about ? { ...withOpen(old, []), givens: wanted.givens, constraints: wanted.constraints } : null));
    if (found.verdict === "unique") {
      if (await take(found.puzzle)) answer.say(t("numbers-found"));
      return;
    }
    looked = new Set(found.added.map((name) => game.cellOf.get(name)));
    paint();
    answer.refuse(found.text, found.puzzle ? element("div.row", {}, button("numbers-nearest", () => take(found.puzzle))) : null);
  }

  async function links() {
    const { ownLink } = await part("links");
    await turn(() => {});
    const puzzle = JSON.stringify({ ...doc, ...solved() });
    const found = await answer.ask("convert", { puzzle });
    if (!found || isBusy()) return;
    show(t("links"), ...copies(found.texts, ...(await ownLink(puzzle))));
  }

  // The solution goes with the links where it is known to be the only one: fog and messages need it.
  function solved() {
    if (judged?.verdict !== "unique" || stale) return {};
    return { solution: game.names.map((name) => Number(Object.keys(judged.candidates[name])[0])) };
  }

  // Drafts are among the saved games, each under a name.
  async function kept() {
    const { saves } = await part("start");
    saves(({ puzzle }) => load(JSON.stringify(puzzle)).then(close), { puzzle: doc }, nameOf(game.view));
  }

  // Another puzzle, which Undo takes back; raises where it cannot be read.
  function load(wanted) {
    return turn(async () => {
      const next = await live.ask("view", { puzzle: wanted });
      past.push(doc);
      future = [];
      judged = null;
      here.accept(next, sourced(next, wanted));
    });
  }

  function bring() {
    const text = element("textarea", { id: "import", spellcheck: "false" });
    const problem = element("p.answer.bad", { role: "status" });
    const take = () => brought(text.value).then(({ puzzle }) => load(typeof puzzle === "string" ? puzzle : JSON.stringify(puzzle))).then(close, (error) => { problem.textContent = sentence(error) ?? ""; });
    show(t("import"), element("p", {}, t("import-text")), field("import-field", text), problem, element("div.row", {}, button("load", take, { kind: "button.main" })));
  }

  // -- the page ----------------------------------------------------------------------------------------

  board.addEventListener("act", ({ detail }) => {
    const acts = {
      digit: () => enter(detail.digit),
      clear,
      undo: back,
      redo: forth,
      drawn: () => (tool ? tool.drawn(board.selection, detail) : pen.drawn(detail)),
      enter: () => (tool ? tool.drawn(board.selection, detail) : pen.drawn(detail)),
      key: () => ({ "?": () => document.dispatchEvent(new Event("help")), t: () => { shown = !shown; truths.box.checked = shown; paint(); } })[detail.key]?.(),
    };
    acts[detail.kind]?.();
  });
  board.marksOfKeys = false;
  const legend = element("p.muted", { hidden: true }, t("counts-mean"));
  const truths = tick("true-candidates", true, (on) => { shown = on; paint(); });
  const search = element("input", { type: "search", "aria-label": t("find-rule"), placeholder: t("find-rule"), oninput: list, onkeydown: ({ key }) => {
    if (key !== "Enter" || !search.value.trim()) return;
    found.querySelector("button")?.click();
    board.focusCell();
  } });
  const sizes = [4, 5, 6, 7, 8, 9, 10, 12, 15, 16].map((size) => [`${size}`, `${size}×${size}`]);
  const size = choice([["", t("choose-size")], ...sizes], "", (value) => {
    size.value = ""; // the same may be wanted again
    change(() => ({ board: { size: Number(value) }, givens: Array.from({ length: value }, () => Array(Number(value)).fill(null)) }));
  });
  function keys() {
    for (const one of further) one.hidden = !pen.numbers;
    const count = view.digits.length + 1 + (pen.numbers ? further.length : 0);
    pad.style.setProperty("--across", `${Math.max(4, Math.ceil(count / (count > 12 ? 3 : 2)))}`);
  }
  const pad = element("div.pad", { role: "group", "aria-label": t("pad") });
  // The digits of the board; numbers of clues may have others.
  function digits() {
    const key = (digit, onclick) => element("button.digit", { type: "button", onclick }, `${digit}`);
    further = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0].filter((digit) => !view.digits.includes(digit)).map((digit) => key(digit, () => pen.type(`${digit}`)));
    pad.replaceChildren(...view.digits.map((digit) => key(digit, () => enter(digit))), ...further, element("button", { type: "button", "aria-label": t("clear"), onclick: clear }, icon("clear")));
    keys();
  }
  const strip = element("div.again", { role: "group", "aria-label": t("used") });
  const parts = element("div.parts", { role: "group", "aria-label": t("set") }, ...PARTS.map((name) => element("button", { type: "button", "data-part": name, onclick: () => turnTo(name) }, t(name === "publish" ? name : `part-${name}`))));
  const menu = drop("puzzle", button("import", bring), button("saves", kept), field("new-board", size));
  publish.card.append(element("div.row", {}, button("links", links, { kind: "button.main" }), button("play-it", async () => { await turn(() => openInPlay({ puzzle: doc })); location.hash = "#play"; }), button("picture", () => part("picture").then(({ picture }) => picture(game)))));
  const whole = element("div.table.whole.setting", {},
    element("div.place", {}, board),
    element("div.title", {}, element("h1", {}, t("set")), verdict, undo, redo, menu),
    parts,
    element("section.card.palette", { "aria-labelledby": "rule-title" }, element("h2", { id: "rule-title" }, t("part-rules")), search, found),
    element("div.side", {},
      element("section.card.drawing", { "aria-label": t("part-clue") }, strip, element("p.muted.first", {}, t("choose-rule")), form),
      element("div.card.pads", {}, pad),
      element("section.card.listing", { "aria-labelledby": "here-title" }, element("h2", { id: "here-title" }, t("rules-here")), rulesHere, readHere,
        truths, legend,
        element("div.row", {}, button("diagnose", () => explain("diagnose")), button("spare", () => explain("spare")), button("suggest", suggest), asking("find-numbers", findNumbers, { title: t("find-numbers-what") }))),
      publish.card),
    answer.element);
  // The same puzzle in another language: what was chosen stays, for the digit that is typed next.
  const [chosen, focused] = here && !argument ? [here.board.selection, here.board.contains(document.activeElement)] : [[], false];
  main.replaceChildren(whole);
  WIDE.onchange = () => turnTo(turnedTo);
  turnTo(turnedTo);
  board.tool = pen.tool;
  list();
  again();
  digits();
  here = { accept, changed, gone, given, redraw, board, lang: settings.lang };
  accept(view);
  if (chosen.length && chosen.every((cell) => cell < view.cells.length)) board.choose(chosen, focused);
  if (picked) pen.pick(catalogue.rules.find(({ rule }) => rule === picked));
  if (problem) answer.refuse(problem);
}
