// What can be told of a puzzle before satdoku has read it: satdoku's own JSON, which links of the app hold,
// has title, author, rules and givens.

import { drawn, element, headed, t } from "./page.js";

function parsed(puzzle) {
  try {
    const doc = typeof puzzle === "string" ? JSON.parse(puzzle) : puzzle;
    return doc && typeof doc === "object" && "givens" in doc ? doc : null;
  } catch {
    return null;
  }
}

// The board with its givens; an empty place where its shape is one that only satdoku can draw.
function board({ board: shape = {}, givens }) {
  const all = [...givens].flat();
  const [rows, columns] = [shape.rows ?? shape.size ?? Math.sqrt(all.length), shape.columns ?? shape.size ?? Math.sqrt(all.length)];
  if (rows * columns !== all.length) return null;
  const usual = rows === columns && Math.sqrt(rows) % 1 === 0 && !shape.regions ? [Math.sqrt(rows), Math.sqrt(rows)] : [rows, columns];
  const [high, wide] = Array.isArray(shape.box) ? shape.box : usual;
  const lines = (down, right) => Array.from({ length: rows + 1 }, (_, at) => (at % down ? "" : `M0 ${at}H${columns}`)).join("") + Array.from({ length: columns + 1 }, (_, at) => (at % right ? "" : `M${at} 0V${rows}`)).join("");
  const found = drawn(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-.04 -.04 ${columns + 0.08} ${rows + 0.08}" fill="none" stroke="currentColor" font-size=".62" aria-hidden="true"><path stroke-width=".015" d="${lines(1, 1)}"/><path stroke-width=".06" d="${lines(high, wide)}"/></svg>`);
  all.forEach((digit, cell) => {
    if (!(Number(digit) > 0)) return;
    const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
    text.setAttribute("x", `${(cell % columns) + 0.5}`);
    text.setAttribute("y", `${Math.floor(cell / columns) + 0.5}`);
    text.textContent = `${digit}`;
    found.append(text);
  });
  return found;
}

// The page until the board is there.
export function early(main, puzzle) {
  const doc = parsed(puzzle);
  if (!doc) return;
  const kinds = [...new Set((doc.constraints ?? []).map(({ rule }) => headed(`${rule}`.replaceAll("-", " "))))];
  main.replaceChildren(element("div.table.whole.playing.early", { "aria-busy": "true" },
    element("div.place", {}, doc.fog ? null : board(doc)),
    element("div.title", {}, element("h1", {}, doc.title || t("puzzle"))),
    element("div.side", {}, element("section.card", { "aria-label": t("extra-rules") }, doc.author ? element("p.muted", {}, doc.author) : null, element("p.words", {}, doc.rules || kinds.join(", "))))));
}
