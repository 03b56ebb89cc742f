// Generate: puzzles by level and rules, shown as they are found.

import { open as openInPlay } from "./play.js";
import { Answer, button, choice, drawn, element, field, headed, joined, opening, t, tick } from "./page.js";

const LEVELS = ["", "easy", "medium", "hard", "expert", "diabolical"];
const SYMMETRIES = ["none", "180", "90", "horizontal", "vertical", "diagonal"];
const wishes = { level: "", symmetry: "none", count: 3, size: 9, minimal: false, killer: false };
const rules = new Set();

export async function generate(main) {
  // What a whole board can be asked for: the rules that need nothing else to be given.
  const catalogue = (await opening.ask("rules")).rules.filter((rule) => rule.parameters.every(({ optional }) => optional));
  const answer = new Answer();
  const made = element("div.made");
  const select = (key, options, name, text) => field(key, choice(options.map((one) => [`${one}`, text(one)]), `${wishes[name]}`, (value) => { wishes[name] = typeof wishes[name] === "number" ? Number(value) : value; }));

  function card(one) {
    const rating = one.rating ? joined([t(`level-${one.rating.level}`), `ER ${one.rating.er.toFixed(1)}`]) : one.points ? t("points-n", { points: one.points }) : "";
    return element("article.card", {}, element("div.picture", {}, drawn(one.picture)),
      element("p.muted", {}, [t("clues-n", { clues: one.clues }), rating, one.minutes ? t("minutes-n", { minutes: one.minutes }) : ""].filter(Boolean).join(" · ")),
      element("div.row", {}, button("play-it", async () => { await openInPlay({ puzzle: one.puzzle, rated: one.rating }); location.hash = "#play"; }, { kind: "button.main" }),
        button("edit", () => { location.hash = `#set/${encodeURIComponent(one.puzzle)}`; })));
  }

  // A level is a tile of its own, of which one is chosen.
  const levels = element("div.levels", { role: "group", "aria-label": t("level") });
  levels.append(...LEVELS.map((level) => element("button.tile", { type: "button", "data-level": level, "aria-pressed": `${wishes.level === level}`, onclick: () => choose(level) },
    element("span", {}, headed(level ? t(`level-${level}`) : t("any")), element("small", { "aria-hidden": "true" }, level ? "★".repeat(LEVELS.indexOf(level)).padEnd(LEVELS.length - 1, "☆") : "★–★★★★★")))));
  function choose(level) {
    wishes.level = level;
    for (const one of levels.children) one.setAttribute("aria-pressed", `${one.dataset.level === level}`);
  }

  function of({ rule, title, summary }) {
    const box = element("input", { type: "checkbox", onchange: () => rules[box.checked ? "add" : "delete"](rule) });
    box.checked = rules.has(rule);
    return element("label.tick", { "data-rule": rule, title: summary }, box, title);
  }

  async function make() {
    made.replaceChildren();
    const wanted = Object.fromEntries(Object.entries({ ...wishes, rules: [...rules].join(",") }).filter(([, value]) => value !== ""));
    const found = await answer.ask("generate", wanted, (one) => { made.append(card(one)); });
    if (!found) return;
    made.replaceChildren(...found.puzzles.map(card));
    answer.say(t("made", { count: found.puzzles.length }));
  }

  main.replaceChildren(element("div.read", {},
    element("h1", {}, t("generate")),
    element("section.card", { "aria-label": t("generate") },
      levels,
      element("div.wishes", {},
        select("symmetry", SYMMETRIES, "symmetry", (one) => t(`sym-${one}`)),
        select("size", [4, 6, 8, 9, 10, 12], "size", (one) => `${one}×${one}`),
        select("how-many", [1, 3, 6, 12], "count", String)),
      element("details", { open: rules.size > 0 }, element("summary", {}, t("extra-rules")), element("div.wishes", {}, ...catalogue.map(of))),
      element("div.ticks", {},
        tick("minimal", wishes.minimal, (on) => { wishes.minimal = on; }),
        tick("killer", wishes.killer, (on) => { wishes.killer = on; })),
      element("div.row", {}, button("make", make, { kind: "button.main" })),
      answer.element),
    made));
}
