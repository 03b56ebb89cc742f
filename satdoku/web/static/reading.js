// What was read from drawings and words: a list with ticks, which the player can change.

import { choice, element, t } from "./page.js";

// The list of a view; `decide` takes the choices of all its styles, and the one that was changed.
// A style that is a rule stays what it is; what nobody has decided is open to the proof again.
export function readingList({ reading, decided }, decide) {
  if (!reading?.styles.length) return null;
  const taken = Object.fromEntries(reading.styles.filter((style) => style.taken).map((style) => [style.key, style.taken]));
  const chosen = (key, rule) => decide({ ...decided, ...taken, [key]: rule }, key);
  return element("section.reading", { "aria-labelledby": "reading-title" },
    element("h2", { id: "reading-title" }, t("reading")),
    element("p.muted", {}, t(`reading-${reading.certainty}`)),
    element("ul.list", {}, ...reading.styles.map((style) => element("li", {}, item(style, (rule) => chosen(style.key, rule))))));
}

function item({ key, name, count, taken, spare, candidates }, chosen) {
  const shown = candidates.find((one) => one.key === taken) ?? candidates[0];
  const called = name ? (count > 1 ? `${name} × ${count}` : name) : t("reading-board");
  const box = element("input", { type: "checkbox", id: `reading-${key}`, "aria-describedby": `told-${key}`, onchange: () => chosen(box.checked ? (pick?.value ?? shown.key) : "") });
  box.checked = taken !== "";
  const pick = candidates.length > 1 ? choice(candidates.map((one) => [one.key, one.title]), shown.key, (rule) => chosen(rule)) : null;
  if (pick) {
    pick.id = `rule-${key}`;
    pick.setAttribute("aria-label", t("reading-rule", { name: called }));
  }
  return element("div", {},
    element("label.tick", {}, box, element("span", {}, pick ? called : t("reading-of", { name: called, rule: shown.title }))),
    pick,
    element("p.muted", { id: `told-${key}` }, [shown.sentence && `“${shown.sentence}”`, !taken && spare ? t("reading-spare") : ""].filter(Boolean).join(" ")));
}
