// Play: a puzzle with everything that helps a player; one file, since all of it shares one game and board.

import { CELL, COLOURS, SYMBOLS } from "./board.js";
import { Game } from "./game.js";
import { Answer, asking, button, capital, close, copies, element, headed, isBusy, joined, keep as kept, live, option, part, sentence, settings, show, stored, t, tick } from "./page.js";
import { icon, signed } from "./icons.js";
import { early } from "./early.js";
import { readingList } from "./reading.js";
import { Lane, Missing, Refusal } from "./wire.js";

const FIRST = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const MODES = ["digit", "corner", "centre", "colour", "letter", "pen"];
const DIGITS = ["digit", "corner", "centre"]; // modes that write digits
export const LEVELS = ["easy", "medium", "hard", "expert", "diabolical"];
const LETTERS = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

const judging = new Lane(live.common);
const starting = new Lane(live.common); // another game
const redrawing = new Lane(live.common); // the same in another language or theme
const following = new Lane(live.common); // what writes itself after a digit
const BUDGET = 3; // seconds for a hint, until the player wants more
const PATIENCE = 60;
const MOST_PARTS = 12; // of a conclusion
const RECENT = 8; // games to go on with
export const SMALL = matchMedia("(max-width: 860px), (max-height: 560px), (orientation: portrait)"); // rules, help and answers are sheets

let game = null;
let shownIn = "";
const EARLY = 300; // milliseconds before what is known of a puzzle is shown without its board
let mode = "digit";
let saying = ""; // on the board that is built next
let page = null; // {game, lang, board, redraw, answer}: the last that was built
const NEW = { on: false, spent: 0, since: null, done: false };
let tale = { hints: 0, rated: null, daily: null }; // of the game: how many hints were asked for, {level, er} once it is known, and the date of which it is the puzzle
let timer = { ...NEW }; // milliseconds before it was started last, and when that was

export function minuteOf(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, "0")}`;
}
const elapsed = () => timer.spent + (timer.since === null ? 0 : Date.now() - timer.since);
function run(on) {
  timer = { ...timer, spent: elapsed(), since: on ? Date.now() : null };
}

export async function play(main, argument) {
  const record = game ? null : stored("play");
  if (argument) history.replaceState(null, "", "#play");
  if (argument || !game) {
    let wait = 0;
    try {
      const wanted = argument ? await shared(argument) : record ?? { puzzle: FIRST };
      if (!main.querySelector("*:not(noscript)")) wait = setTimeout(early, EARLY, main, wanted.source ?? wanted.puzzle); // the first page
      await open(wanted);
    } catch (error) {
      if (error instanceof Missing) { // the link is still to be opened
        if (argument && location.hash === "#play") history.replaceState(null, "", `#${argument.startsWith("p=") ? argument : `play/${encodeURIComponent(argument)}`}`);
        throw error;
      }
      saying = sentence(error);
      if (saying === null) throw error;
      await open({ puzzle: FIRST, say: saying });
    } finally {
      clearTimeout(wait);
    }
  } else if (shownIn !== looks()) {
    const drawn = game;
    const view = await seen(drawn.view.puzzle, redrawing, drawn.view.source);
    drawn.view = { ...view, values: {}, marks: {} };
    if (drawn === game) shownIn = looks(); // else another game was started, and looks as it should
  }
  const same = page?.game === game && page.lang === settings.lang && page.board.isConnected && !saying;
  return same ? page.redraw() : build(main);
}

// Start a game from a text, with what a player had written where there is a record of it.
export async function open({ puzzle, view = null, say = "", source = null, ...record }) {
  const found = view ?? (await seen(puzzle, starting, source));
  remember();
  saying = say;
  game = new Game(found, () => {});
  if (record.now) game.restore(record);
  game.fogged = true;
  game.light();
  if (MODES.includes(record.mode)) mode = record.mode;
  const { level = null, er = null } = record.rated ?? {};
  tale = { hints: Number(record.hints) || 0, rated: LEVELS.includes(level) ? { level, er: Number(er) || null } : null, daily: typeof record.daily === "string" ? record.daily : null };
  const { on = false, spent = 0, paused = true, done = false } = record.timer ?? {};
  timer = { ...NEW, on: on === true, spent: Number(spent) || 0, done: done === true };
  if (timer.on && !paused) run(true);
  shownIn = looks();
  keep();
}

// The board as the page looks when it comes: language or theme may change meanwhile. A board
// under fog goes with its solution, by which digits are judged. A text of which drawings were read is
// the source of the puzzle, with what the player has decided of them.
async function seen(puzzle, lane, source = null) {
  const look = looks();
  const text = source?.text ?? (typeof puzzle === "string" ? puzzle : JSON.stringify(puzzle));
  const decided = source?.decided ?? {};
  let found = null;
  try {
    found = await lane.ask("view", { puzzle: text, decided });
  } catch (error) {
    if (!source || !(error instanceof Refusal) || error.message === "offline") throw error;
    return seen(puzzle, lane); // another version reads it otherwise
  }
  if (look !== looks()) return seen(puzzle, lane, source);
  const { solution, ...rest } = found;
  const view = { ...rest, source: found.reading ? { text, decided } : null };
  return solution ? { ...view, puzzle: { ...view.puzzle, solution } } : view;
}

const looks = () => settings.lang + settings.theme;

// The game that another takes the place of is one of those to go on with.
function remember() {
  if (!game || !game.isBegun) return;
  const record = { ...current(), title: nameOf(game.view, tale.rated), empty: game.names.length - game.givens.size, when: Date.now(), past: [], future: [] };
  const text = ({ puzzle, source }) => source?.text ?? JSON.stringify(puzzle);
  kept("recent", [record, ...(stored("recent") ?? []).filter((other) => text(other) !== text(record))].slice(0, RECENT));
}

// What was pasted: a text in any format, or a link of the app's own.
export async function brought(text) {
  const own = /^\S+#(p=[\w-]+)$/.exec(text.trim())?.[1];
  return own ? shared(own) : { puzzle: text };
}

// A fragment is a puzzle in any format, or a game as it is kept; "p=": packed.
async function shared(text) {
  if (text.startsWith("p=")) return shared(await (await part("links")).unpacked(text.slice(2)));
  try {
    const found = JSON.parse(text);
    return found.puzzle ? found : { puzzle: text };
  } catch {
    return { puzzle: text };
  }
}

export const current = () => ({ puzzle: game.view.puzzle, ...(game.view.source && { source: game.view.source }), ...game.kept, mode, ...tale, timer: { on: timer.on, spent: elapsed(), paused: timer.since === null, done: timer.done } });
// What a puzzle is called: as its author calls it, else by its level or its rules, and its givens.
export function nameOf({ title, kinds, givens, fog }, rated) {
  if (title) return title;
  const rules = joined(kinds.slice(0, 2).map((kind) => kind.title)) + (kinds.length > 2 ? " …" : "");
  const first = rules || (rated ? headed(t(`level-${rated.level}`)) : t("puzzle"));
  const clues = Object.keys(givens).length;
  return joined([first, clues && !fog ? t("clues-n", { clues }) : "", rated?.er ? `ER ${rated.er.toFixed(1)}` : ""]);
}

export const called = () => nameOf(game.view, tale.rated);
export const begun = () => game?.isBegun ?? false;
function keep() {
  kept("play", current());
}
addEventListener("pagehide", () => game && keep());

// A click anywhere else closes the menu.
addEventListener("pointerdown", ({ target }) => {
  for (const menu of document.querySelectorAll(".drop[open]")) menu.open = menu.contains(target);
});

// On paper the rules are open.
let unfolded = [];
addEventListener("beforeprint", () => {
  unfolded = [...document.querySelectorAll(".about:not([open])")];
  unfolded.forEach((one) => { one.open = true; });
});
addEventListener("afterprint", () => unfolded.forEach((one) => { one.open = false; }));

function build(main) {
  if (main.dataset.view !== "play") return; // another view was opened before the board came
  const chosen = page?.game === game && page.board.isConnected ? page.board.selection : [];
  const board = element("sudoku-board");
  const answer = new Answer(() => makeRoom());
  answer.element.classList.add("card", "said");
  answer.element.append(element("button.quiet.icon.hush", { type: "button", "aria-label": t("close"), onclick: () => hush() }, icon("close")));
  let opened = []; // the strengths of the hint, each in words
  let about = JSON.stringify(game.fields); // what the answers on the page are about
  let wrong = new Set();
  let looked = new Set();
  let hidden = new Set(); // cells whose marks a step covers
  let truth = null;
  let laid = false; // whether a step is drawn
  let armed = null; // the digit that goes into the cells that are touched

  // -- the board -------------------------------------------------------------------------------------

  function paint() {
    const clashes = game.clashes();
    const chosen = board.selection;
    const one = chosen.length === 1 ? chosen[0] : null;
    const near = one === null ? new Set() : game.sees(one);
    const digit = one === null ? armed ?? undefined : game.digit(one);
    board.paint((cell) => {
      const here = game.digit(cell);
      const classes = [];
      if (option("seen") && near.has(cell) && cell !== one) classes.push("see");
      if (digit !== undefined && here === digit) classes.push("same");
      if (option("clashes") && clashes.has(cell)) classes.push("clash");
      if (wrong.has(cell)) classes.push("wrong");
      if (looked.has(cell)) classes.push("look");
      if (hidden.has(cell)) classes.push("hidden");
      return {
        digit: here,
        given: game.isGiven(cell),
        note: game.isLit(cell) ? undefined : t("fog"),
        covered: !game.isLit(cell),
        corner: game.now.corner[cell],
        centre: game.now.centre[cell],
        places: option("places"),
        colours: game.now.colours[cell],
        symbols: option("symbols") ? game.now.colours[cell] : [],
        letters: game.now.letters[cell],
        all: truth && here === undefined ? truth[game.names[cell]] : null,
        classes,
      };
    });
    for (const key of pad.querySelectorAll("[data-digit]")) {
      const number = Number(key.dataset.digit);
      const left = game.left(number);
      key.setAttribute("aria-pressed", `${number === armed}`);
      if (left === null) continue;
      key.dataset.left = `${Math.max(left, 0)}`;
      key.setAttribute("aria-label", t("key-left", { digit: number, left: Math.max(left, 0) }));
      key.classList.toggle("spent", left <= 0);
    }
    undo.disabled = !game.past.length;
    redo.disabled = !game.future.length;
  }

  function cover() {
    const corner = (cell) => game.view.cells[cell].map((place) => place * CELL).reverse().join(" ");
    const dark = game.names.flatMap((_, cell) => (game.isLit(cell) ? [] : [`M${corner(cell)}h${CELL}v${CELL}h-${CELL}z`]));
    board.lay("fog", dark.length ? { under: `<svg xmlns="http://www.w3.org/2000/svg"><path class="fog" d="${dark.join("")}"/>${board.gridLines(game.knowsRegions)}</svg>` } : null);
    main.firstChild.classList.toggle("fogged", dark.length > 0);
  }

  // Which digits are right: those of the solution that came with the puzzle, or of the only one.
  async function discover() {
    const asked = game;
    const { solution } = await judging.ask("fog", game.whole);
    if (game !== asked) return;
    game.right = solution;
    if (solution) game.view.puzzle = { ...game.view.puzzle, solution };
    else answer.say(t("fog-unknown"), element("div.row", {}, button("fog-lift", lift)));
    uncover();
  }

  function lift() {
    close();
    game.lifted = true;
    uncover();
  }

  function uncover() {
    game.light();
    about = JSON.stringify(game.fields);
    cover();
    keep();
    paint();
  }

  const numbered = () => board.classList.toggle("numbered", laid || option("labels"));

  // A step as it lies on the board; nothing: the board as it is.
  function lay(layers = null) {
    laid = Boolean(layers);
    numbered(); // its words name cells
    hidden = cellsOf(layers?.cells ?? []);
    board.lay("step", layers && { under: layers.under, over: layers.over });
    paint();
  }

  // Nothing is said any more, nor shown of it.
  function hush() {
    answer.forget();
    wrong = new Set();
    opened = [];
    lay();
  }

  function changed() {
    const now = JSON.stringify(game.fields);
    cover();
    if (now !== about) {
      board.classList.remove("won");
      looked = new Set();
      truth = null;
      about = now;
      hush();
      if (game.isFull) check();
    }
    keep();
    lines();
    paint();
  }
  const lines = () => board.lines(Object.keys(game.now.lines).map((key) => key.split("-").map(Number)));
  game.onchange = changed;

  // -- the pad ---------------------------------------------------------------------------------------

  const pad = element("div.pad", { role: "group", "aria-label": t("pad") });
  const modes = element("div.modes", { role: "group", "aria-label": t("modes") });
  const undo = signed("undo", button("undo", () => game.undo()));
  const redo = signed("redo", button("redo", () => game.redo()));
  function setMode(next) {
    if (!DIGITS.includes(next)) armed = null;
    mode = next;
    pad.dataset.mode = mode;
    board.lettersOfKeys = mode === "letter";
    board.pressAdds = mode !== "pen"; // which draws whatever is selected
    for (const one of modes.children) one.setAttribute("aria-pressed", `${one.dataset.mode === mode}`);
    const signs = { colour: COLOURS.map((_, number) => number + 1), letter: LETTERS, pen: [] }[mode] ?? game.view.digits;
    const rows = signs.length < 10 ? 2 : 3;
    pad.style.setProperty("--rows", `${rows}`);
    pad.style.setProperty("--across", `${Math.max(3, Math.ceil((signs.length + 1) / rows))}`);
    const keys = signs.map((digit) => {
      const key = element("button.digit", { type: "button", "data-digit": DIGITS.includes(mode) ? `${digit}` : null, onclick: () => enter(digit) }, `${digit}`);
      if (mode === "colour") {
        key.className = "swatch";
        key.setAttribute("aria-label", t("colour-number", { number: digit }));
        const swatch = element("i", {}, option("symbols") ? SYMBOLS[digit - 1] : "");
        swatch.style.background = COLOURS[digit - 1];
        key.replaceChildren(swatch);
      }
      return key;
    });
    if (mode === "pen") keys.push(element("p.muted", {}, t("pen-text")));
    pad.replaceChildren(...keys, element("button", { type: "button", onclick: () => game.clear(board.selection), "aria-label": t("clear"), id: "clear" }, icon("clear")));
  }
  for (const name of MODES) {
    modes.append(element("button", { type: "button", "data-mode": name, onclick: () => setMode(name) }, icon(name), element("span", {}, t(name))));
  }
  // Digit first: one that is chosen while no cell is selected goes into each cell that is touched, until
  // it is chosen again, or a cell is selected.
  let touched = new Set();
  function touch({ cell, more = false }) {
    if (armed === null || cell === null || more || touched.has(cell) || game.isGiven(cell)) return false;
    touched.add(cell);
    write([cell], armed, mode);
    return true;
  }
  board.tool = {
    press: (spot) => {
      touched = new Set();
      return touch(spot);
    },
    drag: ({ inner }) => touch({ cell: inner }),
    release() {},
    hover() {},
    key: ({ code }) => {
      if (code !== "Escape" || armed === null) return false;
      armed = null;
      paint();
      return true;
    },
  };
  let number = null; // the board before the number that was typed last
  async function enter(digit, as = mode, again = false) {
    if ((as === "colour" && digit > COLOURS.length) || as === "pen" || (as === "letter" && !LETTERS.includes(digit))) return;
    if (!board.selection.length) {
      if (DIGITS.includes(as)) armed = armed === digit ? null : digit;
      paint();
      return;
    }
    await write(board.selection, digit, as, again);
  }
  async function write(cells, digit, as, again = false) {
    // A number that goes on is one entry: what its first digit did to marks was not meant.
    if (again && number && game.past.at(-1) === number) game.undo();
    const before = game.past.length;
    game.enter(cells, digit, as);
    if (option("haptics")) navigator.vibrate?.(as === "digit" && cells.some((cell) => game.clashes().has(cell)) ? [20, 40, 20] : 10);
    number = game.past.length > before ? game.past.at(-1) : null;
    if (as === "digit" && option("follow") && !game.isFull) await singles(following);
  }
  // What a double click selects: what the mode writes first, then what is seen first.
  board.alike = (cell) => game.alike(cell, [...{ corner: ["corner"], colour: ["colours"], letter: ["letters"] }[mode] ?? [], "values", "centre", "corner", "colours", "letters"]);

  // -- what the player asks --------------------------------------------------------------------------

  // The answer to a question about the board; where there is none for what is wrong on it, what is, with
  // the way back and another way on.
  async function query(question, fields, way = null) {
    const found = await answer.ask(question, fields);
    if (found || !answer.isRefused || !game.isBegun) return found;
    const refusal = answer.text.textContent;
    const checked = await answer.ask("check", game.fields);
    if (checked?.faulty.length) judged(checked, way);
    else if (checked || answer.isRefused) answer.refuse(refusal, way && element("div.row", {}, way)); // not where it was ended
    return undefined;
  }

  const cellsOf = (names) => new Set(names.map((name) => game.cellOf.get(name)).filter((cell) => cell !== undefined));

  async function check() {
    const found = await answer.ask("check", game.fields);
    if (found) judged(found);
  }

  function judged(found, way = null) {
    wrong = new Set(found.faulty);
    paint();
    const done = found.verdict === "solved";
    if (done) return finish();
    const bad = new Set(found.mistaken);
    const mend = wrong.size ? element("div.row", {}, button("take-back", () => game.takeBack(bad.size ? bad : wrong)), way) : null;
    return answer.say(found.verdict === "fine" ? t("fine") : found.sentences.join("\n"), mend);
  }

  // All is right: how it went, and the ways on. A classic puzzle is rated now, where it was not.
  async function finish() {
    const isFirst = !timer.done;
    timer.done = true;
    run(false);
    keep();
    beat();
    board.classList.add("won");
    const asked = game;
    const say = (minutes = null, hodoku = null) => {
      const words = new DocumentFragment();
      words.append(element("strong.won", {}, t("solved")), ...[game.view.message].filter(Boolean).map((text) => `\n${text}`));
      const facts = [nameOf(game.view, tale.rated), timer.on ? t("finish-time", { time: minuteOf(elapsed()) }) : null, t("finish-hints", { count: tale.hints }), minutes && t("finish-usual", { minutes }), hodoku && `HoDoKu: ${hodoku.level} (${hodoku.score})`];
      answer.say(words, element("ul.facts", {}, ...facts.filter(Boolean).map((one) => element("li", {}, one))),
        element("div.row", {}, button("another", another, { kind: "button.main" }), button("share", share)));
    };
    say();
    const told = { time: timer.on ? elapsed() : null, hints: tale.hints, daily: tale.daily };
    const count = (rated) => isFirst && part("stats").then(({ add }) => add({ ...told, level: rated?.level ?? null, er: rated?.er ?? null })).catch(() => {}); // it is solved all the same
    if (kinds.length) return count(null);
    const found = await judging.ask("rate", { puzzle: JSON.stringify(asked.view.puzzle) }).catch(() => null);
    count(found);
    if (!found?.level || game !== asked) return;
    known(found);
    if (answer.text.querySelector(".won")) say(found.human && Math.max(1, Math.round(found.human.minutes)), found.hodoku);
  }

  // Another puzzle of the same level; of what rules it is chosen in the dialog.
  async function another() {
    if (kinds.length) return more("start", again);
    const found = await answer.ask("generate", { count: 1, level: tale.rated?.level ?? "medium" });
    return found && again({ puzzle: found.puzzles[0].puzzle, rated: found.puzzles[0].rating });
  }

  function known({ level, er = null }) {
    if (!level) return;
    tale.rated = { level, er };
    heading.textContent = nameOf(game.view, tale.rated);
    keep();
  }

  // The strengths open one after another; what a step sees lies on the board itself.
  async function hint(wanted = (opened.length % 3) + 1, seconds = BUDGET) {
    const before = opened;
    const found = await query("hint", { ...game.fields, strength: wanted, seconds });
    if (!found || late(found, seconds, () => hint(wanted, PATIENCE))) return;
    if (wanted === 1) tale.hints++;
    opened = [...before.slice(0, wanted - 1), found.text];
    wrong = new Set();
    lay(found.layers);
    const go = found.outcome !== "found" ? null
      : element("div.row", {}, wanted < 3 ? button("stronger", () => hint(wanted + 1), { shortcut: "H" }) : button("apply", () => apply(found.concludes), { kind: "button.main" }));
    const words = new DocumentFragment();
    words.append(...opened.map((text, at) => element(at + 1 < opened.length ? "span.muted.earlier" : "span", {}, text)));
    answer.say(found.outcome === "stuck" && game.lit ? t("fog-stuck") : words, wanted === 3 ? conclusion(found.concludes) : null, go);
    answer.text.scrollTop = answer.text.lastChild?.offsetTop - answer.text.offsetTop; // where the new words begin
  }

  // What follows from a step, in signs: seen below its words, however long they are.
  function conclusion(step) {
    const gone = new Map();
    for (const [cell, digit] of step?.out ?? []) gone.set(cell, [...(gone.get(cell) ?? []), digit]);
    const parts = [...(step?.in ?? []).map(([cell, digit]) => `${game.names[cell]} = ${digit}`), ...[...gone].map(([cell, digits]) => `${game.names[cell]} ≠ ${digits.join(" ")}`)];
    if (parts.length > MOST_PARTS) parts.splice(MOST_PARTS - 1, Infinity, "…");
    return parts.length ? element("p.conclusion", {}, ...parts.map((one) => element("b", {}, one))) : null;
  }

  // Nothing was found within the budget: to go on is offered.
  function late(found, seconds, more) {
    if (found.outcome !== "stopped") return false;
    answer.say(t("hint-late", { seconds }), seconds < PATIENCE ? element("div.row", {}, button("go-on", more, { kind: "button.main" })) : null);
    return true;
  }

  // Whether the step was written: not on a board that has changed since.
  async function apply(step) {
    const found = step.out.length ? await query("marks", game.fields) : {};
    if (!found) return false;
    game.change((now) => {
      for (const [cell, digit] of step.in) game.place(now, cell, digit);
      for (const [cell, digit] of step.out) {
        now.centre[cell] = (now.centre[cell] ?? found.marks[game.names[cell]]).filter((mark) => mark !== digit);
      }
    });
    answer.say("");
    return true;
  }

  async function next(seconds = BUDGET) {
    const found = await query("hint", { ...game.fields, strength: 3, seconds });
    if (!found || late(found, seconds, () => next(PATIENCE))) return;
    if (found.outcome === "found" && !(await apply(found.concludes))) return;
    tale.hints++;
    answer.say(found.outcome === "stuck" && game.lit ? t("fog-stuck") : found.text);
  }

  // What the player has done last: the technique, or that nothing shows it yet. Why a move is wrong is
  // said on a second question, for the reason may give the right digit away.
  async function judgeMove(seconds = BUDGET, reasons = false) {
    const asked = game.lastMove;
    if (!asked) return answer.say(t("move-none"));
    const found = await query("move", { ...asked, seconds, reasons });
    if (!found || late(found, seconds, () => judgeMove(PATIENCE, reasons))) return undefined;
    const line = (one) => one.text ?? t(`move-${one.verdict}`, one);
    const any = (verdict) => found.moves.some((one) => one.verdict === verdict);
    return answer.say(found.moves.map(line).join("\n"), seconds < PATIENCE && any("undecided") ? element("div.row", {}, button("go-on", () => judgeMove(PATIENCE, reasons), { kind: "button.main" }))
      : any("false") && !game.lit ? element("div.row", {}, reasons ? null : button("why-wrong", () => judgeMove(seconds, true), { kind: "button.main" }), button("take-back", () => game.takeBack(cellsOf(found.moves.filter((one) => one.verdict === "false").map(({ cell }) => cell))))) : null);
  }

  // Naked singles, and those that they leave, as long as there are any.
  async function singles(lane = null) {
    const before = JSON.stringify(game.now.values);
    const found = lane ? await lane.ask("singles", game.fields).catch(() => null) : await query("singles", game.fields);
    if (!found || JSON.stringify(game.now.values) !== before || !board.isConnected) return;
    game.change((now) => found.values.forEach(([name, digit]) => game.place(now, game.cellOf.get(name), digit)));
    if (!lane && !game.isFull) answer.say(t("singles-written", { count: found.values.length }));
  }

  async function candidates() {
    const found = await query("marks", game.fields);
    if (!found) return;
    game.change((now) => {
      now.centre = Object.fromEntries(Object.entries(found.marks).map(([name, digits]) => [game.cellOf.get(name), digits]));
    });
  }

  // Of a puzzle with one solution they are all of it: nobody gets that by a slip of a finger.
  function truths() {
    if (truth) {
      truth = null;
      return paint();
    }
    return show(t("true-candidates"), element("p", {}, t("true-candidates-ask")),
      element("div.row", {}, button("reveal", () => { close(); reveal(); }, { kind: "button.main" })));
  }

  async function reveal() {
    const found = await query("judge", game.fields);
    if (!found) return;
    truth = found.candidates;
    paint();
    answer.say(t(`verdict-${found.verdict}`));
  }

  async function rate() {
    const found = await query("rate", game.fields);
    if (!found) return;
    if (found.stuck) return answer.say(t("rated-stuck"));
    const level = found.level ? t(`level-${found.level}`) : "";
    known(found);
    if (found.er === undefined || found.er === null) return answer.say(t("rated-points", { points: found.points, level, hardest: found.hardest_name ?? "" }));
    const rated = capital(t("rated", { er: found.er.toFixed(1), ep: found.ep.toFixed(1), ed: found.ed.toFixed(1), level, hardest: found.hardest_name ?? "" }));
    answer.say([rated, found.hodoku && t("rated-hodoku", found.hodoku), t("rated-means")].filter(Boolean).join(" "));
  }

  async function path(bare = false) {
    const { walk } = await part("path");
    const fields = bare ? { ...game.fields, givens_only: true } : game.fields;
    const found = await query("path", fields, bare ? null : button("from-givens", () => path(true)));
    if (!found) return;
    walk({ found, fields, answer, lay, take: async (marks, values) => {
      game.change((now) => {
        now.values = Object.fromEntries(values.map(([name, digit]) => [game.cellOf.get(name), digit]));
        now.centre = Object.fromEntries(Object.entries(marks).map(([name, digits]) => [game.cellOf.get(name), digits]));
      });
    } });
  }

  // -- the puzzle ------------------------------------------------------------------------------------

  const more = (name, ...all) => part("start").then((found) => found[name](...all));
  const again = async (record) => {
    await open(record);
    close();
    return build(main);
  };
  const restyle = () => play(main);

  // The puzzle read again with other rules for its drawings; the entries stay.
  async function decide(decided, key) {
    const focused = document.activeElement?.id;
    try {
      await again({ ...current(), source: { ...game.view.source, decided } });
    } catch (error) {
      answer.refuse(sentence(error) ?? "");
      return;
    }
    (document.getElementById(focused) ?? document.getElementById(`reading-${key}`))?.focus();
    page.answer.say(t(`reading-${game.view.reading.certainty}`));
  }

  async function share() {
    const { ownLink } = await part("links");
    const found = await answer.ask("convert", game.whole);
    if (!found || isBusy()) return;
    const { puzzle } = game.view;
    const plain = puzzle.board.size === 9 && `${puzzle.board.box}` === "3,3" && Object.keys(puzzle).length === 3;
    const whole = game.isBegun ? JSON.stringify({ puzzle, now: game.now }) : plain ? puzzle.givens : JSON.stringify(puzzle);
    show(t("share"), ...copies(found.texts, ...(await ownLink(whole))));
  }

  // -- the page --------------------------------------------------------------------------------------

  board.addEventListener("choose", () => {
    if (board.selection.length) armed = null;
    paint();
  });
  board.addEventListener("act", ({ detail }) => {
    const keys = { h: () => hint(), n: () => next(), t: truths, k: check, w: () => judgeMove(), m: candidates, "?": () => document.dispatchEvent(new Event("help")) };
    const acts = {
      digit: () => enter(detail.digit, detail.mode ?? mode, detail.again),
      clear: () => game.clear(board.selection),
      undo: () => game.undo(),
      redo: () => game.redo(),
      mode: () => setMode(detail.mode),
      letter: () => enter(detail.letter, "letter"),
      drawn: () => mode === "pen" && board.selection.length > 1 && game.pen(board.selection),
      "next-mode": () => setMode(MODES[(MODES.indexOf(mode) + detail.by + MODES.length) % MODES.length]),
      key: () => keys[detail.key]?.(),
    };
    acts[detail.kind]?.();
  });
  // On a small screen an answer lies over the pad: a tap on the board lays it aside.
  board.addEventListener("pointerdown", () => answer.element.classList.add("aside"));

  const view = game.view;
  document.title = `${view.title ?? t("play")} – satdoku`;
  const heading = element("h1", { title: view.title }, nameOf(view, tale.rated));
  // The timer counts from when it was wanted, stands still when it is clicked and when all is
  // solved, and goes on where it was after a reload.
  let beating = 0;
  const turn = () => { run(timer.since === null); keep(); beat(); };
  const clock = element("button.clock.quiet", { type: "button", onclick: turn });
  const curtain = element("div.curtain", { hidden: true }, element("p", {}, t("paused")), button("resume", turn, { kind: "button.main" }));
  function beat() {
    clearTimeout(beating);
    const running = timer.since !== null;
    clock.hidden = !timer.on;
    clock.disabled = timer.done;
    clock.setAttribute("aria-label", `${t("timer")}: ${t(running ? "timer-pause" : "timer-go-on")}`);
    clock.dataset.state = timer.done ? "done" : running ? "running" : "paused";
    clock.replaceChildren(element("i", { "aria-hidden": "true" }), ` ${minuteOf(elapsed())}`);
    // While it stands still nobody looks at the board.
    const isCovered = timer.on && !running && !timer.done;
    curtain.hidden = !isCovered;
    board.inert = isCovered;
    if (running && timer.on && clock.isConnected) beating = setTimeout(beat, 1000);
  }
  const timed = tick("timer", timer.on, (on) => {
    timer = { ...timer, on };
    run(on && !timer.done);
    keep();
    beat();
  });
  function restart() {
    game.restart();
    timer = { ...NEW, on: timer.on };
    tale.hints = 0;
    run(timer.on);
    keep();
    beat();
  }
  // The author's words, then a sentence a kind of rule: a click on it makes its clues glow.
  const kinds = view.kinds.map((kind) => element("li", {}, element("button.kind", { type: "button", "aria-pressed": "false", disabled: !kind.cells.length, onclick: ({ currentTarget: one }) => glow(one, kind) },
    element("span", {}, element("strong", {}, kind.title, kind.count > 1 ? element("span.revealing", {}, ` × ${kind.count}`) : null), ` ${kind.summary}`))));
  function glow(one, kind) {
    if (game.lit) return; // where its clues are
    const on = one.getAttribute("aria-pressed") !== "true";
    for (const other of kinds) other.firstChild.setAttribute("aria-pressed", `${on && other.firstChild === one}`);
    looked = on ? cellsOf(kind.cells) : new Set();
    paint();
  }
  const notes = [...view.unread, ...view.problems].map((text) => element("li.muted", {}, capital(text)));
  // A card beside the board; on a small screen a button that opens a sheet. One that is drawn anew,
  // as in another theme, is open or closed as it was.
  const before = [...main.querySelectorAll(".playing details")];
  const sheets = [];
  function sheet(name, title, ...children) {
    const drops = name.startsWith("drop"); // over the page, until something in it is chosen
    const fold = () => { found.open = false; };
    const found = element(`details.${name}`, { open: before.find((one) => one.matches(`.${name}`))?.open ?? (!drops && !SMALL.matches) }, element("summary", {}, t(title)),
      element("div.sheet", {}, ...children, element("div.row.fold", {}, button("close", fold))));
    found.ontoggle = () => {
      if (found.open && (SMALL.matches || drops)) sheets.filter((other) => other !== found && (SMALL.matches || other.matches(".drop"))).forEach((other) => { other.open = false; });
    };
    found.onkeydown = (event) => {
      if (event.key === "Escape" && (SMALL.matches || drops)) fold();
    };
    found.addEventListener("click", ({ target }) => { // what it offers begins
      if (target.closest("button:not(.kind)") && (SMALL.matches || drops)) fold();
    });
    sheets.push(found);
    return found;
  }
  const readings = readingList({ reading: view.reading, decided: view.source?.decided }, decide);
  const fog = view.fog ? element("li.muted.veiling", {}, t("fog-rule")) : null;
  const { board: form } = view.puzzle;
  const usual = !kinds.length && !view.written_rules && Object.keys(form).every((name) => ["size", "box", "regions"].includes(name))
    ? element("p", {}, t(form.box ? "rule-boxes" : form.regions ? "rule-regions" : "rule-lines", { first: view.digits[0], last: view.digits.at(-1) })) : null;
  const inForce = sheet("about.card", "extra-rules", view.author ? element("p.muted", {}, view.author) : null, view.written_rules ? element("p", {}, view.written_rules) : usual,
    kinds.length || fog || notes.length ? element("ul.list", {}, ...kinds, fog, ...notes) : null, readings, element("p.muted.wide.tip", {}, t("first-tip")));
  inForce.classList.toggle("usual", Boolean(usual && !view.author && !notes.length && !fog && !readings)); // nobody prints these
  // What is asked now and then is in a menu, each with what it does.
  const entry = (key, onclick, shortcut = null, kind = "button") => {
    const found = button(key, onclick, { shortcut, kind });
    found.append(element("small", {}, t(`${key}-what`)));
    return found;
  };
  const helps = sheet("drop.helps", "helps", entry("check", check, "K", "button.narrow"), entry("auto", candidates, "M", "button.narrow"), entry("next", () => next(), "N"), entry("singles", () => singles()), entry("last-move", () => judgeMove(), "W"),
    entry("rate", rate, null, "button.revealing"), entry("path", () => path(), null, "button.revealing"), entry("true-candidates", truths, "T"));
  const menu = sheet("drop.menu", "puzzle",
    button("import", () => more("bring", again)), button("share", share), button("saves", () => more("saves", again)), button("statistics", () => part("stats").then(({ statistics }) => statistics())), asking("worksheet", () => more("worksheet", game.view), { kind: "button.revealing" }),
    button("picture", () => part("picture").then(({ picture }) => picture(game))), button("print", () => print()), button("restart", restart), button("fog-lift", () => show(t("fog-lift"), element("p", {}, t("fog-lift-ask")), element("div.row", {}, button("fog-lift", lift, { kind: "button.main" }))), { kind: "button.veiling" }), button("settings", () => more("options", restyle)), timed);
  main.replaceChildren(
    element("div.table.whole.playing", {},
      element("div.place", {}, board, curtain),
      element("div.title", {}, heading, clock, button("new", () => more("start", again), { kind: "button.main" }), menu),
      element("div.side", {},
        element("div.asks", {}, signed("hint", button("hint", () => hint(), { shortcut: "H", kind: "button.main" })), signed("check", button("check", check, { kind: "button.wide", title: t("check-what") })), signed("auto", button("auto", candidates, { kind: "button.wide", title: t("auto-what") })), helps),
        inForce,
        element("div.history", {}, undo, redo),
        answer.element,
        element("section.card.keys", { "aria-label": t("pad") }, modes, pad))),
  );
  // A hint takes the place of the rules until it is gone, and so does what has no room beside them.
  let folded = false;
  function makeRoom() {
    const silent = answer.element.classList.contains("silent");
    if (silent && folded) inForce.open = true;
    const isCut = [answer.text, answer.element].some((one) => one.scrollHeight > one.clientHeight + 1);
    if (silent) folded = false;
    else if (inForce.open && !SMALL.matches && (opened.length || isCut)) {
      inForce.open = false;
      folded = true;
    }
    // What scrolls can be scrolled by keys.
    if (answer.text.scrollHeight > answer.text.clientHeight + 1) answer.text.tabIndex = 0;
    else answer.text.removeAttribute("tabindex");
  }
  function draw() {
    board.show(game.view);
    board.closest(".playing").style.setProperty("--tall", board.style.getPropertyValue("--tall"));
    lines();
    cover();
  }
  // In another theme, or with other settings: what is open, chosen, said or asked stays, but for a step,
  // which was drawn in the colours before.
  function redraw() {
    if (laid) hush();
    numbered();
    draw();
    if (!pad.contains(document.activeElement)) setMode(mode);
    paint();
  }
  page = { game, lang: settings.lang, board, redraw, answer };
  draw();
  numbered();
  board.choose(chosen);
  SMALL.onchange = () => {
    inForce.open = !SMALL.matches;
    makeRoom();
  };
  setMode(mode);
  beat();
  paint();
  if (saying) answer.say(saying);
  else if (game.lit && !game.right) discover();
  saying = "";
}
