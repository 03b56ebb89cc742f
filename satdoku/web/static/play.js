// Play: a puzzle with everything that helps a player and gives nothing away.

import { COLOURS } from "./board.js";
import { Game } from "./game.js";
import { Answer, asked, button, close, copies, copyField, drawn, element, field, keep as kept, live, sentence, settings, show, stored, t, tick } from "./page.js";

const FIRST = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const MODES = ["digit", "corner", "centre", "colour"];
const ICONS = { digit: "5", corner: "⌜", centre: "⊡", colour: "◩" };

const BUDGET = 3; // seconds for a hint, until the player wants more
const PATIENCE = 60;

let game = null;
let shownIn = "";
let mode = "digit";
const NEW = { on: false, spent: 0, since: null, done: false };
let timer = { ...NEW }; // milliseconds before it was started last, and when that was

const elapsed = () => timer.spent + (timer.since === null ? 0 : Date.now() - timer.since);
function run(on) {
  timer = { ...timer, spent: elapsed(), since: on ? Date.now() : null };
}

export async function play(main, argument) {
  const record = game ? null : stored("play");
  const look = settings.lang + settings.theme;
  if (argument) history.replaceState(null, "", "#play");
  if (argument || !game) {
    try {
      await open(argument ? shared(argument) : record ?? { puzzle: FIRST });
    } catch (error) {
      await open({ puzzle: FIRST });
      build(main);
      return main.dispatchEvent(new CustomEvent("said", { detail: sentence(error) }));
    }
  } else if (shownIn !== look) {
    const view = await live.ask("view", { puzzle: JSON.stringify(game.view.puzzle) });
    game.view = { ...view, values: {}, marks: {} };
  }
  shownIn = look;
  return build(main);
}

// Start a game from a text, with what a player had written where there is a record of it.
export async function open({ puzzle, view = null, ...record }) {
  const found = view ?? (await live.ask("view", { puzzle: typeof puzzle === "string" ? puzzle : JSON.stringify(puzzle) }));
  game = new Game(found, () => {});
  if (record.now) game.restore(record);
  if (MODES.includes(record.mode)) mode = record.mode;
  const { on = false, spent = 0, paused = true, done = false } = record.timer ?? {};
  timer = { ...NEW, on: on === true, spent: Number(spent) || 0, done: done === true };
  if (timer.on && !paused) run(true);
  shownIn = settings.lang + settings.theme;
  keep();
}

// A fragment is a puzzle in any format, or a game as it is kept.
function shared(text) {
  try {
    const found = JSON.parse(text);
    return found.puzzle ? found : { puzzle: text };
  } catch {
    return { puzzle: text };
  }
}

function keep() {
  kept("play", { puzzle: game.view.puzzle, ...game.kept, mode, timer: { on: timer.on, spent: elapsed(), paused: timer.since === null, done: timer.done } });
}
addEventListener("pagehide", () => game && keep());

function build(main) {
  const board = element("sudoku-board");
  const answer = new Answer();
  let strength = 0;
  let about = JSON.stringify(game.fields); // what the answers on the page are about
  let wrong = new Set();
  let looked = new Set();
  let truth = null;

  // -- the board -------------------------------------------------------------------------------------

  function paint() {
    const clashes = game.clashes();
    const chosen = board.selection;
    const one = chosen.length === 1 ? chosen[0] : null;
    const seen = one === null ? new Set() : game.sees(one);
    const digit = one === null ? undefined : game.digit(one);
    board.paint((cell) => {
      const here = game.digit(cell);
      const classes = [];
      if (seen.has(cell) && cell !== one) classes.push("see");
      if (digit !== undefined && here === digit) classes.push("same");
      if (clashes.has(cell)) classes.push("clash");
      if (wrong.has(cell)) classes.push("wrong");
      if (looked.has(cell)) classes.push("look");
      return {
        digit: here,
        given: game.givens.has(cell),
        corner: game.now.corner[cell],
        centre: game.now.centre[cell],
        colours: game.now.colours[cell],
        all: truth && here === undefined ? truth[game.names[cell]] : null,
        classes,
      };
    });
    undo.disabled = !game.past.length;
    redo.disabled = !game.future.length;
  }

  function changed() {
    const now = JSON.stringify(game.fields);
    if (now !== about) {
      wrong = new Set();
      looked = new Set();
      strength = 0;
      truth = null;
      about = now;
      answer.forget();
      if (game.isFull) check();
    }
    keep();
    paint();
  }
  game.onchange = changed;

  // -- the pad ---------------------------------------------------------------------------------------

  const pad = element("div.pad", { role: "group", "aria-label": t("pad") });
  const modes = element("div.modes", { role: "group", "aria-label": t("modes") });
  const undo = button("undo", () => game.undo());
  const redo = button("redo", () => game.redo());
  function setMode(next) {
    mode = next;
    pad.dataset.mode = mode;
    for (const one of modes.children) one.setAttribute("aria-pressed", `${one.dataset.mode === mode}`);
    const digits = mode === "colour" ? COLOURS.map((_, number) => number + 1) : game.view.digits;
    const keys = digits.map((digit) => {
      const key = element("button.digit", { type: "button", onclick: () => enter(digit) }, `${digit}`);
      if (mode === "colour") {
        key.className = "swatch";
        key.setAttribute("aria-label", t("colour-number", { number: digit }));
        const swatch = element("i");
        swatch.style.background = COLOURS[digit - 1];
        key.replaceChildren(swatch);
      }
      return key;
    });
    pad.replaceChildren(...keys, element("button", { type: "button", onclick: () => game.clear(board.selection), "aria-label": t("clear"), id: "clear" }, "⌫"));
  }
  for (const name of MODES) {
    modes.append(element("button", { type: "button", "data-mode": name, onclick: () => setMode(name) }, element("span", { "aria-hidden": "true" }, ICONS[name]), t(name)));
  }
  function enter(digit, as = mode) {
    if (as === "colour" && digit > COLOURS.length) return;
    if (board.selection.length) game.enter(board.selection, digit, as);
  }

  // -- what the player asks --------------------------------------------------------------------------

  const cellsOf = (names) => new Set(names.map((name) => game.cellOf.get(name.split(/[=<]/)[0])).filter((cell) => cell !== undefined));

  async function check() {
    const found = await answer.ask("check", game.fields);
    if (!found) return;
    wrong = cellsOf([...found.wrong.map((one) => one.cell), ...found.clashes.flat(), ...found.lost, ...found.lost_together]);
    paint();
    const done = found.verdict === "solved";
    if (done) {
      timer.done = true;
      run(false);
      keep();
      beat();
    }
    answer.say(done ? `🎉 ${t("solved")}` : found.verdict === "fine" ? t("fine") : found.sentences.join("\n"));
  }

  async function hint(wanted = strength % 3 + 1, seconds = BUDGET) {
    const found = await answer.ask("hint", { ...game.fields, strength: wanted, seconds });
    if (!found || late(found, seconds, () => hint(wanted, PATIENCE))) return;
    strength = wanted;
    const step = found.step;
    looked = cellsOf(step ? [...step.placements, ...step.eliminations] : (found.cells ?? []));
    paint();
    const more = [];
    if (found.picture) more.push(element("div.picture", {}, drawn(found.picture)));
    if (found.outcome === "found") {
      more.push(element("div.row", {}, strength < 3 ? button("stronger", () => hint(strength + 1), { shortcut: "H" }) : button("apply", () => apply(step), { kind: "button.main" })));
    }
    answer.say(found.text, ...more);
  }

  // Nothing was found within the budget: to go on is offered.
  function late(found, seconds, more) {
    if (found.outcome !== "stopped") return false;
    answer.say(t("hint-late", { seconds }), seconds < PATIENCE ? element("div.row", {}, button("go-on", more, { kind: "button.main" })) : null);
    return true;
  }

  async function apply(step) {
    let marks = null;
    if (step.eliminations.length) {
      try {
        marks = (await live.ask("marks", game.fields)).marks;
      } catch (error) {
        return answer.say(sentence(error) ?? "");
      }
    }
    game.change((now) => {
      for (const pair of step.placements) {
        const [name, digit] = pair.split("=");
        const cell = game.cellOf.get(name);
        now.values[cell] = Number(digit);
        for (const other of game.sees(cell)) {
          if (now.centre[other]) now.centre[other] = now.centre[other].filter((mark) => mark !== Number(digit));
        }
      }
      for (const pair of step.eliminations) {
        const [name, digit] = pair.split("<>");
        const cell = game.cellOf.get(name);
        now.centre[cell] = (now.centre[cell] ?? marks[name]).filter((mark) => mark !== Number(digit));
      }
    });
    return answer.say("");
  }

  async function next(seconds = BUDGET) {
    const found = await answer.ask("hint", { ...game.fields, strength: 3, seconds });
    if (!found || late(found, seconds, () => next(PATIENCE))) return;
    if (found.outcome === "found") await apply(found.step);
    answer.say(found.text);
  }

  async function candidates() {
    const found = await answer.ask("marks", game.fields);
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
    const found = await answer.ask("judge", game.fields);
    if (!found) return;
    truth = found.candidates;
    paint();
    answer.say(t(`verdict-${found.verdict}`));
  }

  async function rate() {
    const found = await answer.ask("rate", game.fields);
    if (!found) return;
    const level = found.level ? t(`level-${found.level}`) : "";
    answer.say(found.er === undefined || found.er === null
      ? t("rated-points", { points: found.points, hardest: found.hardest_name ?? "" })
      : t("rated", { er: found.er.toFixed(1), ep: found.ep.toFixed(1), ed: found.ed.toFixed(1), level, hardest: found.hardest_name ?? "" }));
  }

  async function path() {
    const fields = game.fields;
    const found = await answer.ask("path", fields);
    if (!found) return;
    const picture = element("div.picture");
    const text = element("p.answer", { "aria-live": "polite" });
    const slide = element("input", { type: "range", min: "0", max: `${found.steps.length - 1}`, value: "0", "aria-label": t("step"), oninput: () => go(Number(slide.value)) });
    const list = element("ol.steps", {}, ...found.steps.map((one, number) => element("li", {}, element("button", { type: "button", onclick: () => go(number) }, `${number + 1}. ${one.heading}`))));
    let at = -1;
    async function go(number) {
      at = number;
      slide.value = `${number}`;
      text.textContent = found.steps[number].text;
      [...list.children].forEach((item, other) => item.firstChild.toggleAttribute("aria-current", other === number));
      list.children[number].scrollIntoView({ block: "nearest" });
      try {
        const one = await asked.ask("path", { ...fields, step: number });
        if (at === number) picture.replaceChildren(drawn(one.picture));
      } catch (error) {
        if (sentence(error)) text.textContent = sentence(error);
      }
    }
    const level = found.level ? ` ${t(`level-${found.level}`)}.` : "";
    answer.say(t("path-found", { steps: found.steps.length, outcome: t(`outcome-${found.outcome}`) }) + level, ...(found.steps.length ? [slide, picture, text, list] : []));
    if (found.steps.length) await go(0);
  }

  // -- the puzzle ------------------------------------------------------------------------------------

  function bring() {
    const text = element("textarea", { id: "import", spellcheck: "false" });
    const problem = new Answer();
    const load = async () => {
      try {
        await open({ puzzle: text.value });
      } catch (error) {
        problem.say(sentence(error) ?? "");
        return problem.text.classList.add("bad");
      }
      close();
      return build(main);
    };
    show(t("import"), element("p", {}, t("import-text")), field("import-field", text), problem.element, element("div.row", {}, button("load", load, { kind: "button.main" })));
    text.focus();
  }

  async function share() {
    const found = await answer.ask("convert", game.fields);
    if (!found) return;
    const begun = Object.values(game.now).some((layer) => Object.keys(layer).length);
    const whole = begun ? { puzzle: game.view.puzzle, now: game.now } : game.view.puzzle;
    const own = `${location.href.replace(/#.*/, "")}#play/${encodeURIComponent(JSON.stringify(whole))}`;
    show(t("share"), ...copies(found.texts, copyField("satdoku", own)));
  }

  // -- the page --------------------------------------------------------------------------------------

  board.addEventListener("choose", () => paint());
  board.addEventListener("act", ({ detail }) => {
    const keys = { h: () => hint(), n: () => next(), t: truths, k: check, m: candidates, "?": () => document.dispatchEvent(new Event("help")) };
    const acts = {
      digit: () => enter(detail.digit, detail.mode ?? mode),
      clear: () => game.clear(board.selection),
      undo: () => game.undo(),
      redo: () => game.redo(),
      mode: () => setMode(detail.mode),
      "next-mode": () => setMode(MODES[(MODES.indexOf(mode) + detail.by + MODES.length) % MODES.length]),
      key: () => keys[detail.key]?.(),
    };
    acts[detail.kind]?.();
  });
  main.addEventListener("said", ({ detail }) => answer.say(detail ?? ""), { once: true });

  const view = game.view;
  // The timer counts from when it was wanted, stands still when it is clicked and when all is
  // solved, and goes on where it was after a reload.
  let beating = 0;
  const clock = element("button.clock.quiet", { type: "button", onclick: () => { run(timer.since === null); keep(); beat(); } });
  function beat() {
    clearTimeout(beating);
    const seconds = Math.floor(elapsed() / 1000);
    const running = timer.since !== null;
    clock.hidden = !timer.on;
    clock.disabled = timer.done;
    clock.setAttribute("aria-label", `${t("timer")}: ${t(running ? "timer-pause" : "timer-go-on")}`);
    clock.textContent = `${timer.done ? "✓" : running ? "⏸" : "▶"} ${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, "0")}`;
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
    run(timer.on);
    keep();
    beat();
  }
  // The author's words, then a sentence a kind of rule: a click on it makes its clues glow.
  const kinds = view.kinds.map((kind) => element("li", {}, element("button.kind", { type: "button", "aria-pressed": "false", disabled: !kind.cells.length, onclick: ({ currentTarget: one }) => glow(one, kind) },
    element("span", {}, element("strong", {}, kind.count > 1 ? `${kind.title} × ${kind.count}` : kind.title), ` ${kind.summary}`))));
  function glow(one, kind) {
    const on = one.getAttribute("aria-pressed") !== "true";
    for (const other of kinds) other.firstChild.setAttribute("aria-pressed", `${on && other.firstChild === one}`);
    looked = on ? cellsOf(kind.cells) : new Set();
    paint();
  }
  const notes = [...view.unread, ...view.problems].map((text) => element("li.muted", {}, text));
  const inForce = view.written_rules || kinds.length || notes.length
    ? element("details.card.about", { open: innerWidth > 860 }, element("summary", {}, t("extra-rules")), view.written_rules ? element("p", {}, view.written_rules) : null, element("ul.list", {}, ...kinds, ...notes))
    : null;
  main.replaceChildren(
    element("div.table", {},
      element("div.place", {},
        element("div.title", {}, element("h1", {}, view.title ?? t("puzzle")), view.author ? element("span.muted", {}, view.author) : null, clock),
        board),
      element("div.side", {},
        inForce,
        element("section.card", { "aria-labelledby": "asks" }, element("h2", { id: "asks" }, t("helps")),
          element("div.asks", {}, button("check", check, { shortcut: "K" }), button("hint", () => hint(), { shortcut: "H", kind: "button.main" }), button("next", () => next(), { shortcut: "N" }), button("auto", candidates, { shortcut: "M" }), button("path", path), button("rate", rate)),
          answer.element),
        element("section.card.keys", { "aria-label": t("pad") }, modes, pad, element("div.row", {}, undo, redo)),
        element("section.card", { "aria-labelledby": "file" }, element("h2", { id: "file" }, t("puzzle")),
          element("div.row", {}, button("import", bring), button("share", share), button("print", () => print()), button("restart", restart)),
          timed))),
  );
  board.show(view);
  setMode(mode);
  beat();
  paint();
  if (sessionStorage.said) answer.say(sessionStorage.said);
  sessionStorage.removeItem("said");
}
