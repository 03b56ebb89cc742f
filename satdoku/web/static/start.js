// What a game begins with: a new puzzle, one that is brought, one to go on with; what is kept of
// it, and how the page looks.

import { LEVELS, begun, brought, called, current, minuteOf, open, play } from "./play.js";
import { Answer, button, choice, close, dating, drawn, dress, element, field, headed, keep, live, option, part, sentence, setOption, settings, show, stored, t, tick } from "./page.js";
import { icon } from "./icons.js";
import { Lane } from "./wire.js";

const LONGEST = 1_000_000; // bytes of a file that can be a puzzle
const SIZES = ["0.85", "1", "1.25"];
const listing = new Lane(live.common);

// A new puzzle by level or by rule, the last games, what was saved, another text, the setter.
export function start(again) {
  const answer = new Answer();
  const make = async (wishes, more = {}) => {
    const found = await answer.ask("generate", { count: 1, ...wishes });
    if (found) again({ puzzle: found.puzzles[0].puzzle, rated: found.puzzles[0].rating, ...more });
  };
  const tile = (name, about, onclick, more = {}) => element("button.tile", { type: "button", onclick, ...more }, element("span", {}, name, about ? element("small", {}, about) : null));
  const stars = (level) => "★".repeat(LEVELS.indexOf(level) + 1).padEnd(LEVELS.length, "☆");
  const recent = stored("recent") ?? [];
  // That of today is gone on with where it was begun.
  const ofToday = async () => {
    const { today, ofDay } = await part("stats");
    const daily = today();
    const record = [current(), ...recent].find((one) => one.daily === daily);
    return record ? again(record) : make(ofDay(daily), { daily });
  };
  const whole = element("div.levels.few");
  listing.ask("rules").then(({ rules }) => {
    const some = rules.filter((one) => one.parameters.every(({ optional }) => optional));
    whole.append(...some.map((one) => tile(one.title, null, () => make({ rules: one.rule }), { title: one.summary, "data-rule": one.rule })));
  }).catch(() => {});
  show(t("new"),
    element("div.levels", {}, tile(t("daily"), new Date().toLocaleDateString(dating(), { day: "numeric", month: "long" }), ofToday, { "data-level": "daily" }),
      ...LEVELS.map((level) => tile(headed(t(`level-${level}`)), stars(level), () => make({ level }), { "data-level": level }))),
    answer.element,
    element("h3", {}, t("by-rule-field")), whole,
    ...listed("go-on-with", recent.map((record) => [record.title || t("puzzle"), record]), again),
    ...listed("saves", Object.entries(stored("saves") ?? {}), again),
    element("p.muted", {}, t("paste-or-drop")),
    element("div.row", {}, button("import", () => bring(again)), button("set-your-own", () => { close(); location.hash = "#set"; })));
}

// Games by name, each to go on with; with a way to delete one where there is.
function listed(title, games, again, remove = null) {
  if (!games.length) return [];
  const filled = ({ now }) => Object.keys(now?.values ?? {}).length;
  const facts = (record) => [t("digits-n", { count: filled(record) }), record.timer?.on ? minuteOf(record.timer.spent) : "", record.when ? new Date(record.when).toLocaleDateString(dating()) : ""];
  return [element("h3", {}, t(title)), element("ul.list.games", {}, ...games.map(([name, record]) => element("li", {},
    element("button", { type: "button", onclick: () => again(record) }, thumbnail(record), element("span", {}, name, element("span.muted", {}, facts(record).filter(Boolean).join(" · ")),
      record.empty ? element("progress", { max: `${record.empty}`, value: `${filled(record)}`, "aria-hidden": "true" }) : null)),
    remove ? element("button.quiet", { type: "button", "aria-label": `${t("delete")}: ${name}`, onclick: () => remove(name) }, icon("close")) : null)))];
}

// A board as small as a sign: its givens, what was written, and its boxes. None where fog hides some,
// or the board is no square.
function thumbnail({ puzzle, now }) {
  const { board = {}, givens, fog } = typeof puzzle === "object" ? puzzle : {};
  const all = [...(givens ?? [])].flat();
  const size = board.size;
  if (fog || all.length !== size * size) return null;
  const squares = (has) => all.map((one, cell) => (has(one, cell) ? `M${(cell % size) + 0.2} ${Math.floor(cell / size) + 0.2}h.6v.6h-.6z` : "")).join("");
  const isGiven = (one) => one !== null && one !== "." && one !== 0 && one !== "0";
  const [high, wide] = Array.isArray(board.box) ? board.box : [size, size];
  const line = (step, draw) => Array.from({ length: Math.ceil(size / step) + 1 }, (_, at) => draw(Math.min(size, at * step))).join("");
  return drawn(`<svg xmlns="http://www.w3.org/2000/svg" class="thumbnail" viewBox="-.3 -.3 ${size + 0.6} ${size + 0.6}" width="52" height="52" aria-hidden="true"><path class="boxes" d="${line(high, (at) => `M0 ${at}H${size}`)}${line(wide, (at) => `M${at} 0V${size}`)}"/><path d="${squares(isGiven)}"/><path class="own" d="${squares((one, cell) => !isGiven(one) && now?.values?.[cell] !== undefined)}"/></svg>`);
}

export function bring(again) {
  const text = element("textarea", { id: "import", spellcheck: "false" });
  const problem = new Answer();
  const load = () => brought(text.value).then(again).catch((error) => problem.refuse(sentence(error) ?? ""));
  show(t("import"), element("p", {}, t("import-text")), field("import-field", text), problem.element, element("div.row", {}, button("load", load, { kind: "button.main" })));
  text.focus();
}

// Several games, each under a name of its own.
export function saves(again, record = current(), wanted = called()) {
  const all = () => stored("saves") ?? {};
  const shape = ({ puzzle: { board, givens, constraints } }) => JSON.stringify([board, givens, constraints]);
  const free = (name) => !all()[name] || shape(all()[name]) === shape(record);
  // No puzzle takes the place of another that has the same name.
  const unused = (name) => {
    let found = name;
    for (let number = 2; !free(found); number++) found = `${name} (${number})`;
    return found;
  };
  const name = element("input", { value: unused(wanted.slice(0, 74)), maxlength: "80" });
  const save = () => {
    keep("saves", { ...all(), [unused(name.value.trim() || wanted)]: { ...record, past: [], future: [], when: Date.now() } });
    saves(again, record, wanted);
  };
  const remove = (one) => {
    const { [one]: _, ...rest } = all();
    keep("saves", rest);
    saves(again, record, wanted);
  };
  show(t("saves"), field("save-name", name), element("div.row", {}, button("save", save, { kind: "button.main" })), ...listed("saved", Object.entries(all()), again, remove));
}

export function options(restyle) {
  const set = (name) => (value) => {
    setOption(name, value);
    dress();
    restyle();
  };
  const ticks = ["clashes", "tidy", "seen", "places", "labels", "symbols", "follow", "haptics", "left"].map((name) => tick(`option-${name}`, option(name), set(name)));
  show(t("settings"), ...ticks, field("option-marks", choice(SIZES.map((size) => [size, t(`marks-${size.replace(".", "-")}`)]), option("marks"), set("marks"))));
}

export function handOut(answer, { pdf }) {
  const bytes = Uint8Array.from(atob(pdf), (one) => one.charCodeAt(0));
  const link = URL.createObjectURL(new Blob([bytes], { type: "application/pdf" }));
  answer.say(t("worksheet-made"), element("div.row", {}, element("a.button.main", { href: link, download: "sudoku.pdf" }, "PDF")));
}

// Puzzles as a PDF: the one on the board, or new ones of a level.
export function worksheet({ puzzle, title }) {
  const answer = new Answer();
  const wishes = { level: "", count: 4, "per-page": "4", solutions: "back" };
  const pick = (key, name, all) => field(key, choice(all, `${wishes[name]}`, (value) => {
    wishes[name] = typeof wishes[name] === "number" ? Number(value) : value;
    count.hidden = !wishes.level;
  }));
  const name = element("input", { value: title ?? "", maxlength: "80" });
  const numbers = (all) => all.map((one) => [`${one}`, `${one}`]);
  const count = pick("how-many", "count", numbers([1, 2, 4, 6, 12]));
  count.hidden = true; // of new ones
  async function make() {
    const found = await answer.ask("worksheet", { ...wishes, title: name.value, puzzle: JSON.stringify(puzzle) });
    if (found) handOut(answer, found);
  }
  show(t("worksheet"), field("worksheet-title", name),
    pick("worksheet-of", "level", [["", t("this-puzzle")], ...LEVELS.map((one) => [one, t("new-of", { level: t(`level-${one}`) })])]),
    count, pick("per-page", "per-page", numbers([1, 2, 4, 6])),
    pick("solutions", "solutions", ["back", "below", "none"].map((one) => [one, t(`solutions-${one}`)])),
    answer.element, element("div.row", {}, button("make-pdf", make, { kind: "button.main" })));
}

// What was pasted or dropped: a text, or a file that holds one.
export async function received(data, main) {
  const file = data.files[0];
  const text = file ? await read(file) : data.getData("text");
  if (!text?.trim()) return;
  if (main.dataset.view === "set") {
    const { puzzle } = await brought(text);
    location.hash = `#set/${encodeURIComponent(typeof puzzle === "string" ? puzzle : JSON.stringify(puzzle))}`;
    return;
  }
  await open(await brought(text));
  if (main.dataset.view === "play") await play(main);
  else location.hash = "#play";
}

// The text of a file; a sentence and nothing where it cannot hold a puzzle.
async function read(file) {
  const picture = /^(image|video)\/|pdf$/.test(file.type);
  const text = picture || file.size > LONGEST ? "\0" : await file.text();
  if (!/[\0\uFFFD]/.test(text)) return text;
  show(t("import"), element("p.answer.bad", { role: "alert" }, t(picture ? "no-picture" : "no-text", { name: file.name })));
  return null;
}
