// What a puzzle has besides givens and rules before it is published: regions, fog, title, author, the
// rules in words, and what its solver is to read.

import { button, choice, element, field, joined, t } from "./page.js";

const COLOURS = 9;

// host: {board, form, change(edit), paint(), answer, doc(), game(), view()}
export function publishing(host) {
  const { board } = host;
  let painted = null; // a region a cell, 0 for none, while regions are painted
  let region = 1;
  let buttons = [];

  // -- regions --------------------------------------------------------------------------------------------

  const size = () => host.view().digits.length;
  const count = (number) => painted.filter((one) => one === number).length;
  const number = () => Math.ceil(host.view().cells.length / size());

  function swatches() {
    buttons = Array.from({ length: number() }, (_, at) => element("button", { type: "button", "aria-pressed": "false", onclick: () => { region = at + 1; label(); } }));
    label();
    return element("div.pad", { role: "group", "aria-label": t("regions") }, ...buttons);
  }

  function label() {
    buttons.forEach((one, at) => {
      one.textContent = `${at + 1}`;
      one.classList.toggle("full", count(at + 1) === size());
      one.setAttribute("aria-pressed", `${region === at + 1}`);
      one.setAttribute("aria-label", t("region-count", { number: at + 1, count: count(at + 1), size: size() }));
    });
    host.paint();
  }

  // A stroke paints a region; once it is whole the next one is painted, and the last makes the board.
  function paint(cells) {
    for (const cell of cells) painted[cell] = region;
    board.choose([]);
    const open = Array.from({ length: number() }, (_, at) => at + 1).filter((one) => count(one) !== size());
    if (count(region) >= size() && open.length) region = open.find((one) => count(one) < size()) ?? open[0];
    label();
    const over = open.filter((one) => count(one) > size());
    if (over.length) host.answer.refuse(t("region-over", { number: over[0], size: size() }));
    else host.answer.say(open.length ? t("regions-open", { count: open.length }) : "");
    if (!open.length) shape([...painted]);
  }

  function shape(regions) {
    const plain = host.view().digits[0] === 1 && host.view().cells.length === size() ** 2;
    host.change((old) => {
      const { rows, columns, digits } = old.board ?? {};
      const sides = plain ? { size: size() } : { rows, columns, ...(digits && { digits }) };
      return { ...old, board: regions ? { ...sides, regions } : sides };
    });
  }

  const regionTool = {
    tool: "regions",
    form() {
      const labels = host.view().regions.map((one) => (one === null ? 0 : one + 1));
      painted = labels;
      region = 1;
      return [element("p.muted", {}, t("regions-how")), swatches(), element("div.row", {},
        button("regions-clear", () => { painted = painted.map(() => 0); region = 1; label(); }),
        button("regions-usual", () => { shape(null); host.answer.say(""); painted = null; }))];
    },
    drawn: (cells) => { if (!painted) painted = host.view().cells.map(() => 0); paint(cells); },
    digit(digit) { region = Math.min(digit, number()); label(); return true; },
    done() { painted = null; },
  };

  // -- fog --------------------------------------------------------------------------------------------------

  const names = (cells) => cells.map((cell) => host.game().names[cell]);
  const fogged = (edit) => host.change((old) => {
    const { fog, ...rest } = old;
    const next = edit({ lamps: fog?.lamps ?? [], reveals: fog?.reveals ?? [] });
    return next.lamps.length || next.reveals.length ? { ...rest, fog: next } : rest;
  });

  const lampTool = {
    tool: "lamps",
    form: () => [element("p.muted", {}, t("lamps-how")), noFog()],
    drawn(cells) {
      const lit = names(cells);
      board.choose([]);
      fogged(({ lamps, reveals }) => {
        const all = lit.every((one) => lamps.includes(one));
        return { reveals, lamps: all ? lamps.filter((one) => !lit.includes(one)) : [...new Set([...lamps, ...lit])] };
      });
    },
  };

  const revealTool = {
    tool: "reveals",
    form: () => [element("p.muted", {}, t("reveals-how")), noFog()],
    drawn(cells) {
      const [cell, ...lit] = names(cells);
      board.choose([]);
      fogged(({ lamps, reveals }) => {
        const others = reveals.filter((one) => one.cell !== cell);
        return { lamps, reveals: lit.length ? [...others, { cell, cells: lit }] : others };
      });
    },
  };

  const noFog = () => element("div.row", {}, button("no-fog", () => fogged(() => ({ lamps: [], reveals: [] }))));

  // -- drawings ----------------------------------------------------------------------------------------------

  const looks = { shape: "line", colour: "#e07b39", text: "" };

  // A click draws in the middle of a cell, on an edge or on a corner; a stroke in all of its cells.
  function cosmetic(cells, at) {
    const { shape, colour, text } = looks;
    const middle = (cell) => host.view().cells[cell].map((part) => part + 0.5);
    if (shape === "line") return cells.length > 1 ? [{ kind: "line", spots: cells.map(middle), stroke: colour, width: 0.12 }] : [];
    const half = (part) => Math.round(2 * part) / 2;
    const spots = cells.length === 1 && at && shape !== "area" ? [[half(at.row), half(at.column)]] : cells.map(middle);
    const marks = {
      area: { fill: colour, size: [1, 1] },
      circle: { over: true, stroke: colour, width: 0.05, size: [0.6, 0.6], rounded: true },
      square: { over: true, stroke: colour, width: 0.05, size: [0.6, 0.6] },
      text: { over: true, text, ink: colour, font: 0.4 },
    };
    return shape === "text" && !text ? [] : spots.map((spot) => ({ kind: "mark", spots: [spot], ...marks[shape] }));
  }

  const redrawn = (edit) => host.change((old) => {
    const { drawings, ...rest } = old;
    const next = edit(drawings ?? []);
    return next.length ? { ...rest, drawings: next } : rest;
  });

  const drawTool = {
    tool: "cosmetics",
    form: () => [
      element("p.muted", {}, t("cosmetics-how")),
      field("shape", choice(["line", "area", "circle", "square", "text"].map((one) => [one, t(`shape-${one}`)]), looks.shape, (shape) => { looks.shape = shape; })),
      field("shape-colour", element("input", { type: "color", value: looks.colour, oninput: (event) => { looks.colour = event.target.value; } })),
      field("shape-text", element("input", { type: "text", maxlength: "100", value: looks.text, oninput: (event) => { looks.text = event.target.value; } })),
      element("div.row", {}, button("last-drawing", () => redrawn((all) => all.slice(0, -1))), button("no-drawings", () => redrawn(() => []))),
    ],
    drawn(cells, { at }) {
      const found = cosmetic(cells, at);
      board.choose([]);
      if (found.length) redrawn((all) => [...all, ...found]);
    },
  };

  // What stands in cells besides digits: the regions that are painted, lamps, and what reveals more.
  function signs(view) {
    const lamps = new Set(view.fog?.lamps ?? []);
    const reveals = new Map((view.fog?.reveals ?? []).map(({ cell, cells }) => [cell, cells]));
    return (cell) => {
      const name = host.game().names[cell];
      const sign = lamps.has(name) ? "☀" : reveals.has(name) ? "✧" : undefined;
      const note = lamps.has(name) ? t("lamps") : reveals.has(name) ? t("reveals-cells", { cells: reveals.get(name).join(" ") }) : undefined;
      return { sign, note, colours: painted?.[cell] ? [((painted[cell] - 1) % COLOURS) + 1] : undefined };
    };
  }

  // -- words --------------------------------------------------------------------------------------------------

  function texted(key, input) {
    input.onchange = () => {
      const text = input.value.trim();
      host.change((old) => {
        if (key !== "message") {
          const { [key]: before, ...rest } = old;
          return (before ?? "") === text ? null : text ? { ...rest, [key]: text } : rest;
        }
        const { message, ...extras } = old.extras ?? {};
        return (message ?? "") === text ? null : { ...old, extras: text ? { ...extras, message: text } : extras };
      });
    };
    return input;
  }

  const title = texted("title", element("input", { type: "text", maxlength: "200" }));
  const author = texted("author", element("input", { type: "text", maxlength: "200" }));
  const rules = texted("rules", element("textarea", { class: "words" }));
  const message = texted("message", element("textarea", { class: "words" }));

  // From the rules in force; what the setter has written stays, but for the rules in words.
  function propose() {
    const { kinds, fog } = host.view();
    const sentences = [t("normal-rules"), ...kinds.map((kind) => `${kind.title}: ${kind.summary}`), ...(fog ? [t("fog-rules")] : [])];
    const called = joined([...kinds.slice(0, 3).map((kind) => kind.title), fog && t("fog")]) || t("plain-title");
    host.change((old) => ({ ...old, title: old.title || called, rules: sentences.join("\n") }));
  }

  function show(view) {
    for (const [input, text] of [[title, view.title], [author, view.author], [rules, view.written_rules], [message, view.message]]) {
      if (document.activeElement !== input) input.value = text ?? "";
    }
    if (painted && painted.length !== view.cells.length) painted = null;
  }

  const tools = [regionTool, lampTool, revealTool, drawTool];
  for (const one of tools) {
    one.title = t(one.tool);
    one.summary = t(`${one.tool}-what`);
    one.names = [one.title, ...t(`${one.tool}-words`).split("|")];
  }
  return {
    tools, signs, show,
    card: element("section.card.publishing", { "aria-labelledby": "publish-title" }, element("h2", { id: "publish-title" }, t("publish")),
      field("title", title), field("author", author), field("rules-in-words", rules), field("message", message),
      element("div.row", {}, button("propose", propose))),
  };
}
