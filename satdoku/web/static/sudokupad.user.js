// ==UserScript==
// @name         satdoku for SudokuPad
// @namespace    satdoku
// @version      1
// @description  Verdict, true candidates, hints and reasons from satdoku on this machine
// @match        https://sudokupad.app/*
// @match        https://*.sudokupad.app/*
// @match        https://app.crackingthecryptic.com/*
// @grant        none
// @run-at       document-idle
// ==/UserScript==

// Hands the puzzle of a SudokuPad page to `satdoku socket` and shows its answers in a panel. It only
// reads the page. `satdoku socket --userscript` prints it with the labels of each language.

(() => {
  "use strict";
  const PORT = 4545;
  const LABELS = {};
  const known = Object.keys(LABELS.hint ?? {});
  const [lang] = [...(navigator.languages ?? []).map((one) => one.split("-")[0]), "en"].filter((one) => known.includes(one) || one === "en");
  const t = (key, values = {}) => (LABELS[key]?.[lang] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

  // -- the page ----------------------------------------------------------------------------------------

  // SudokuPad's own objects: what it was loaded from, and the cells with their entries.
  const app = () => (typeof Framework === "undefined" ? undefined : Framework.app);

  // The puzzle of the page in a form that satdoku reads: the data of SudokuPad, else its link.
  async function puzzleText() {
    const source = app()?.sourcePuzzle;
    if (source && typeof source === "object") return JSON.stringify(source);
    if (typeof source === "string" && source) return source;
    const id = new URLSearchParams(location.search).get("puzzleid") ?? location.pathname.replace(/^\/(sudoku\/)?/, "");
    if (!id) throw new Error(t("pad-no-puzzle"));
    if (id.length > 60) return `https://sudokupad.app/${id}`; // the puzzle itself, packed
    const answer = await fetch(`/api/puzzle/${id}`);
    if (!answer.ok) throw new Error(t("pad-no-puzzle"));
    return `https://sudokupad.app/${(await answer.text()).trim()}`;
  }

  // The digits that the player has entered, and the centre marks of the cells that have some.
  function entries() {
    const values = {};
    const marks = {};
    for (const { row, col, given, value, candidates } of app()?.puzzle?.cells ?? []) {
      const name = `r${row + 1}c${col + 1}`;
      const isDigit = (one) => /^\d+$/.test(`${one ?? ""}`);
      const centre = [...(candidates ?? [])].filter(isDigit).map(Number);
      if (isDigit(given)) continue;
      if (isDigit(value)) values[name] = Number(value);
      else if (centre.length) marks[name] = centre;
    }
    return { values, marks };
  }

  // -- questions ---------------------------------------------------------------------------------------

  let socket = null;
  let nonce = 0;
  const waiting = new Map();

  function connected() {
    if (socket?.readyState === 1) return Promise.resolve(socket);
    return new Promise((resolve, reject) => {
      const opening = new WebSocket(`ws://localhost:${PORT}/ask`);
      const gone = () => {
        for (const { reject: refuse } of waiting.values()) refuse(new Error(t("pad-offline", { port: PORT })));
        waiting.clear();
        reject(new Error(t("pad-offline", { port: PORT })));
      };
      opening.onopen = () => resolve((socket = opening));
      opening.onerror = gone;
      opening.onclose = gone;
      opening.onmessage = ({ data }) => {
        const message = JSON.parse(data);
        const asked = waiting.get(message.nonce);
        if (!asked || message.type === "progress") return;
        waiting.delete(message.nonce);
        if (message.type === "answer") asked.resolve(message.data);
        else asked.reject(new Error(message.type === "refusal" ? message.error : t("pad-no-answer")));
      };
    });
  }

  async function ask(question, fields) {
    const line = await connected();
    const message = { nonce: ++nonce, ask: question, lang, ...fields };
    return new Promise((resolve, reject) => {
      waiting.set(message.nonce, { resolve, reject });
      line.send(JSON.stringify(message));
    });
  }

  // What was read of the puzzle, and whether it may be another one; then its verdict and the digits
  // that are in some solution.
  async function judged() {
    const puzzle = await puzzleText();
    const view = await ask("view", { puzzle, bare: true });
    const { verdict, candidates } = await ask("judge", { puzzle });
    return { view, verdict, candidates };
  }

  let hinted = ""; // the board of the last hint: asked again, a hint says more
  let strength = 0;

  async function hint() {
    const fields = { puzzle: await puzzleText(), ...entries() };
    const board = JSON.stringify(fields);
    strength = board === hinted ? Math.min(strength + 1, 3) : 1;
    hinted = board;
    return ask("hint", { ...fields, strength });
  }

  async function why(claim) {
    return ask("why", { puzzle: await puzzleText(), ...entries(), claim });
  }

  globalThis.satdoku = { puzzleText, entries, judged, hint, why };
  if (typeof document === "undefined") return;

  // -- the panel ---------------------------------------------------------------------------------------

  // All text is set as text: nothing of a puzzle becomes markup.
  function element(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith("on")) made[name] = value;
      else made.setAttribute(name, value);
    }
    made.append(...children.filter((child) => child !== null));
    return made;
  }

  const STYLE = `
    :host { all: initial; position: fixed; right: 8px; bottom: 8px; z-index: 9999; font: 14px/1.4 system-ui, sans-serif; color: #1d2125; }
    details { background: #fff; border: 1px solid #8a8a8a; border-radius: 10px; padding: 6px 10px; max-width: min(24rem, 92vw); max-height: 80vh; overflow: auto; box-shadow: 0 4px 16px #0004; }
    summary { cursor: pointer; font-weight: 600; min-height: 24px; }
    .row { display: flex; gap: 6px; flex-wrap: wrap; margin: 6px 0; }
    button { min-height: 36px; padding: 0 12px; border-radius: 8px; border: 1px solid #8a8a8a; background: #f4f2ee; color: inherit; font: inherit; cursor: pointer; }
    label { display: block; } input { font: inherit; width: 8rem; min-height: 30px; }
    h2 { font-size: 14px; margin: 8px 0 2px; } p, ul { margin: 6px 0; } ul { padding-left: 1.2rem; } .bad { color: #a11; } .soft { color: #565d66; } p { white-space: pre-line; }
    table { border-collapse: collapse; } td { border: 1px solid #bbb; width: 2.1rem; height: 2.1rem; text-align: center; font-size: 10px; line-height: 1.1; padding: 0; }
    td.one { font-size: 16px; } td.given { font-weight: 700; background: #eee; }
    :focus-visible { outline: 2px solid #00694c; outline-offset: 1px; }`;

  const said = element("p", { role: "status", "aria-live": "polite" });
  const more = element("div");

  function say(text, ...parts) {
    said.className = "";
    said.textContent = text;
    more.replaceChildren(...parts.filter((part) => part !== null));
  }

  // A button's question: busy meanwhile, and a sentence where there is no answer.
  function asking(work) {
    return async () => {
      say(t("busy"));
      try {
        await work();
      } catch (error) {
        say(error.message);
        said.className = "bad";
      }
    };
  }

  const capital = (text) => text.replace(/^[a-z](?=[a-z]* )/, (first) => first.toUpperCase());
  const list = (items) => (items.length ? element("ul", {}, ...items.map((item) => element("li", {}, item))) : null);

  // What satdoku took for rules: from drawings each with its sentence, else by kind; and what it left.
  function readParts({ reading, kinds, unread }) {
    const drawn = (reading?.styles ?? []).filter(({ taken }) => taken).map(({ name, count, taken, candidates }) => {
      const { title, sentence } = candidates.find(({ key }) => key === taken);
      return `${t("reading-of", { name: name ? `${name} × ${count}` : t("reading-board"), rule: title })}${sentence ? ` “${sentence}”` : ""}`;
    });
    const rules = drawn.length ? drawn : kinds.map(({ title, count }) => `${title} × ${count}`);
    return [element("h2", {}, t(drawn.length ? "reading" : "rules-here")), list(rules) ?? element("p", {}, t("no-rules")), list(unread.map(capital))];
  }

  function table(view, candidates) {
    const rows = [];
    view.cells.forEach(([row, column]) => {
      const name = `r${row + 1}c${column + 1}`;
      const digits = Object.keys(candidates[name] ?? {});
      const kind = name in view.givens ? "given" : digits.length === 1 ? "one" : "";
      (rows[row] ??= element("tr")).append(element("td", { class: digits.length === 1 ? `${kind} one` : kind, "aria-label": `${name}: ${digits.join(" ")}` }, digits.join(" ")));
    });
    return element("table", { "aria-label": t("true-candidates") }, ...rows.filter(Boolean));
  }

  const VERDICTS = { unique: t("verdict-unique"), multiple: t("verdict-multiple"), none: t("verdict-none"), undecided: t("verdict-undecided") };
  const shown = ({ view, verdict }) => `${VERDICTS[verdict]}${view.doubtful ? "?" : ""}`;
  async function check() {
    const found = await judged();
    say(shown(found), ...readParts(found.view));
  }
  async function truths() { // which may give the solution away
    const found = await judged();
    say(shown(found), table(found.view, found.candidates));
  }
  async function nextHint() {
    const { text } = await hint();
    say(text);
  }
  const claim = element("input", { id: "claim", placeholder: "r1c3=4", autocomplete: "off", spellcheck: "false" });
  async function reasons() {
    const { text } = await why(claim.value);
    say(text);
  }
  claim.onkeydown = (event) => {
    event.stopPropagation(); // SudokuPad's keys are digits
    if (event.key === "Enter") asking(reasons)();
  };

  const host = element("aside", { id: "satdoku", "aria-label": "satdoku" });
  host.attachShadow({ mode: "open" }).append(
    element("style", {}, STYLE),
    element("details", { open: "" }, element("summary", {}, "satdoku"),
      element("div", { class: "row" }, element("button", { type: "button", id: "check", onclick: asking(check) }, t("check")), element("button", { type: "button", id: "hint", onclick: asking(nextHint) }, t("hint")), element("button", { type: "button", id: "truths", onclick: asking(truths) }, t("true-candidates"))),
      element("div", { class: "row" }, element("label", { for: "claim" }, `${t("pad-claim")} `, claim), element("button", { type: "button", id: "why", onclick: asking(reasons) }, t("pad-why"))),
      said, more));
  document.body.append(host);
})();
