// What all views share: sentences, elements, lanes, dialogs.

import { icon } from "./icons.js";
import { without } from "./transport.js";
import { Lane, Missing, OutOfTime, Overtaken, Refusal } from "./wire.js";

export const isDark = () => matchMedia("(prefers-color-scheme: dark)"); // as the system is

let strings = {};
export const settings = {
  get lang() {
    const wanted = written("lang") ?? navigator.language.split("-")[0];
    return wanted in languages() ? wanted : "en";
  },
  set lang(value) { keep("lang", value); },
  get theme() {
    return this.look === "system" ? (isDark().matches ? "dark" : "light") : this.look;
  },
  get look() {
    const wanted = written("theme");
    return ["light", "dark"].includes(wanted) ? wanted : "system";
  },
  set look(value) { keep("theme", value); },
};
// The language of dates: the one of the browser, British or American, where that is the language of the app.
export const dating = () => (navigator.language.split("-")[0] === settings.lang ? navigator.language : settings.lang);
// What a player can set; tidy: a digit takes its marks from the cells that see it, seen: these
// cells are marked, labels: rows and columns are numbered, not only
// for a hint, follow: naked singles are written by themselves, places: candidates stand in a square
// and not in a line, haptics: a device that can gives a jolt for each digit.
const USUAL = { clashes: true, tidy: true, seen: true, labels: false, marks: "1", left: false, symbols: false, follow: false, places: true, haptics: true };
export const option = (name) => stored("options")?.[name] ?? USUAL[name];
export const setOption = (name, value) => keep("options", { ...stored("options"), [name]: value });
export function dress() {
  const root = document.documentElement;
  root.dataset.hand = option("left") ? "left" : "right";
  root.style.setProperty("--marks", option("marks"));
}
const common = () => ({ lang: settings.lang, style: settings.theme, bare: true }); // rows and columns are numbered by the board itself
export const live = new Lane(common); // while the user goes on
export const sketching = new Lane(common); // what is being drawn
export const asked = new Lane(common); // what the user asks for
export const opening = new Lane(common); // what a view needs before it is there: one is opened after the other

export async function load() {
  strings = await (await fetch("./strings.json")).json();
}

// What each language calls itself, by its code.
export function languages() {
  return strings.languages ?? {};
}

const failures = {}; // how often each file could not be had

// A file of the app that is wanted only now. Missing where it cannot be had: nothing is lost, and it can
// be wanted again, under another address where a browser keeps that the first one failed.
export async function part(name) {
  try {
    return await import(`./${name}.js${failures[name] ? `?again=${failures[name]}` : ""}`);
  } catch (error) {
    failures[name] = (failures[name] ?? 0) + 1;
    console.warn(error);
    throw new Missing(t("part-missing"));
  }
}

// The words of a label, with its values and the words that numbers ask for: {n, plural, one {step} other {steps}}.
export function t(key, values = {}) {
  const text = strings[key]?.[settings.lang] ?? key;
  return text
    .replace(/\{(\w+), plural, one \{([^{}]*)\} other \{([^{}]*)\}\}/g, (_, name, one, other) => (new Intl.PluralRules(settings.lang).select(values[name]) === "one" ? one : other))
    .replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

// Some texts one after the other, without the empty ones.
export const joined = (texts) => texts.filter(Boolean).join(t("comma"));

// element("button.main", {onclick}, "text", child, ...)
export function element(kind, attributes = {}, ...children) {
  const [tag, ...classes] = kind.split(".");
  const found = document.createElement(tag);
  if (classes.length) found.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) found[name] = value;
    else if (value === null || value === undefined) continue;
    else if (name in found && typeof value !== "string") found[name] = value;
    else found.setAttribute(name, value);
  }
  found.append(...children.filter((child) => child !== null && child !== undefined));
  return found;
}

export function button(key, onclick, { kind = "button", shortcut = null, ...attributes } = {}) {
  const hint = shortcut ? element("kbd", { "aria-hidden": "true" }, shortcut) : null;
  return element(kind, { type: "button", onclick, ...attributes }, t(key), hint);
}

// A button for a question; none where nothing here can answer it.
export function asking(question, onclick, more) {
  return without.includes(question) ? null : button(question, onclick, more);
}

export function field(key, input) {
  return element("label.field", {}, t(key), input);
}

export function choice(options, value, onchange) {
  const found = element("select", { onchange: () => onchange?.(found.value) });
  for (const [name, text] of options) found.append(element("option", { value: name }, text));
  found.value = value;
  return found;
}

export function tick(key, checked, onchange) {
  const box = element("input", { type: "checkbox", onchange: () => onchange?.(box.checked) });
  box.checked = checked;
  return Object.assign(element("label.tick", {}, box, t(key)), { box });
}

// SVG text from the server, as an element: parsed as XML, no script in it would run.
export function drawn(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(parsed, true);
}

export function show(dialogTitle, ...children) {
  const dialog = document.getElementById("dialog");
  // The cross comes last, so that what is chosen first has the focus.
  dialog.replaceChildren(
    element("div", {}, element("h2", { id: "dialog-title" }, dialogTitle), ...children.filter(Boolean)),
    element("button.quiet.icon.hush", { type: "button", "aria-label": t("close"), onclick: () => dialog.close() }, icon("close")),
  );
  if (!dialog.open) dialog.showModal();
  // A click beside it closes it: one that began inside, as the marking of a text, does not.
  dialog.onpointerdown = ({ clientX: x, clientY: y }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) dialog.close();
  };
  return dialog;
}

// A menu that drops from its button, until something in it is chosen.
export function drop(title, ...children) {
  const found = element("details.drop.menu", {}, element("summary", {}, t(title)), element("div.sheet", {}, ...children));
  found.onkeydown = ({ key }) => { if (key === "Escape") found.open = false; };
  found.onclick = ({ target }) => { if (target.closest("button")) found.open = false; };
  found.onchange = () => { found.open = false; };
  return found;
}

// Whether a dialog is open: keys are its own, and no answer that comes late takes its place.
export const isBusy = () => document.getElementById("dialog").open;

export function close() {
  document.getElementById("dialog").close();
}

// Where answers stand: a sentence that screen readers read out, and what belongs to it.
export class Answer {
  #turn = 0; // of the newest question
  #asking = 0; // how many are open

  constructor(onsaid = () => {}) {
    this.onsaid = onsaid; // what is said has another size
    this.text = element("p.answer", { role: "status", "aria-live": "polite", onscroll: () => this.#fade() });
    this.more = element("div");
    this.element = element("div.silent", {}, this.text, this.more);
  }

  // What is cut at the top fades, but not a text that begins there.
  #fade() {
    const { scrollTop, offsetTop, children } = this.text;
    const begins = [...children].some((one) => Math.abs(one.offsetTop - offsetTop - scrollTop) < 2);
    this.text.classList.toggle("scrolled", scrollTop > 1 && !begins);
  }

  say(text, ...more) {
    this.text.classList.remove("bad");
    this.element.classList.toggle("silent", !text && !more.some(Boolean));
    this.element.classList.remove("aside");
    this.text.replaceChildren(text);
    this.more.replaceChildren(...more.filter(Boolean));
    this.onsaid();
  }

  refuse(text, ...more) {
    this.say(text.replace(/^[a-z](?=[a-z]* )/, (first) => first.toUpperCase()), ...more); // but r1c3=2
    this.text.classList.add("bad");
  }

  get isRefused() {
    return this.text.classList.contains("bad");
  }

  // The board that was asked about is no more: neither is what was said of it, or is still to come.
  forget() {
    this.#turn++;
    if (this.#asking) asked.cancel(); // else what is asked there is another's
    this.say("");
  }

  // Whether nobody waits for it any more: its view was left, or its dialog closed.
  get #left() {
    return !this.element.isConnected || this.element.closest("dialog")?.open === false;
  }

  // The answer to a question, or undefined where there is none, or it is wanted no longer; says why.
  // What takes longer than a second shows for how long, what it is at, and can be ended. `progress` may
  // say what a report means.
  async ask(question, fields, progress = null) {
    if (this.#left) return undefined;
    const turn = ++this.#turn;
    this.#asking++;
    const since = Date.now();
    const at = element("span.muted");
    const waiting = element("div.row.waiting", { hidden: true }, at, button("cancel", () => asked.cancel()));
    let doing = "";
    const beat = setInterval(() => {
      waiting.hidden = false;
      at.textContent = [t("seconds", { seconds: Math.round((Date.now() - since) / 1000) }), doing].filter(Boolean).join(" · ");
    }, 1000);
    this.say(element("span.busy", { role: "img", "aria-label": t("busy") }), waiting);
    const heard = (one) => {
      doing = one.doing ?? progress?.(one) ?? "";
    };
    try {
      const found = await asked.ask(question, fields, heard);
      if (turn !== this.#turn || this.#left) return undefined;
      this.say("");
      return found;
    } catch (error) {
      const text = sentence(error);
      if (turn !== this.#turn) return undefined;
      if (text === null) this.say("");
      else this.refuse(text);
      return undefined;
    } finally {
      this.#asking--;
      clearInterval(beat);
    }
  }
}

// Kept in the browser, where it lets us; that it does not is reported once. Texts stand as they are.
const unkept = {};
export function keep(name, value) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  try {
    localStorage[name] = text;
  } catch {
    if (!Object.keys(unkept).length) show(t("unkept"));
    unkept[name] = text;
  }
}

function written(name) {
  try {
    return unkept[name] ?? localStorage[name];
  } catch {
    return unkept[name];
  }
}

export function stored(name) {
  try {
    return JSON.parse(written(name) ?? "null");
  } catch {
    return null;
  }
}

export function sentence(error) {
  if (error instanceof Overtaken) return null;
  if (error instanceof OutOfTime) return t("out-of-time");
  // On the command line it follows the name of the program; a cell keeps its small letter.
  if (error instanceof Refusal) return error.message === "offline" ? t("offline") : capital(error.message);
  throw error;
}

export const capital = (text) => text.replace(/^[a-z]+(?=[ ,:])/, (word) => word[0].toUpperCase() + word.slice(1));

// A title, or the name of a level, where nothing stands before it.
export const headed = (text) => text.replace(/^./u, (first) => first.toUpperCase());

export function copyField(key, text) {
  const input = element("input", { readonly: "", value: text });
  const copy = button("copy", async () => {
    input.select();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      document.execCommand("copy"); // where the browser gives a page no clipboard
    }
    copy.textContent = t("copied");
  });
  const there = text.startsWith("http") ? element("a.button", { href: text, target: "_blank", rel: "noopener", "aria-label": `${t("open-link")}: ${key}` }, t("open-link")) : null;
  return element("div.copy", {}, element("label.field", {}, key, input), copy, there);
}

// The names of formats, as the sites that have them write them.
const WRITTEN = { sudokupad: "SudokuPad", fpuzzles: "f-puzzles", sudokumaker: "SudokuMaker", json: "JSON" };
const formatOf = ({ format }) => WRITTEN[format] ?? t(`format-${format}`);

// The texts of other formats to copy, and what each of them lacks.
export function copies(texts, ...more) {
  const fields = texts.filter((one) => one.text).map((one) => copyField(one.alone ? t("alone", { format: formatOf(one) }) : formatOf(one), one.text));
  const lack = (one) => one.error ?? ([
    one.lost.length ? t("drawn-only", { rules: joined(one.lost) }) : null,
    one.undrawn ? t("drawings-lost", { count: one.undrawn }) : null,
    one.unfogged ? t("fog-lost") : null,
    one.unnumbered ? t("open-lost", { count: one.unnumbered }) : null,
  ].filter(Boolean).join(" · ") || null);
  return [
    element("div.copies", {}, ...more, ...fields),
    ...texts.filter(lack).map((one) => element("p.muted", {}, `${formatOf(one)}: ${lack(one)}`)),
  ];
}
