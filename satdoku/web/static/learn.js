// Learn: the techniques with their boards, and positions to practise each on.

import { LEVELS, open as openInPlay } from "./play.js";
import { icon } from "./icons.js";
import { thumb } from "./thumbs.js";
import { Answer, asking, button, drawn, element, headed, keep, opening, part, stored, t } from "./page.js";

const DRILLS = 6; // positions on a worksheet
const SHOWN = 3500; // milliseconds for which a picture of a lesson is shown
const practised = () => stored("practised") ?? {}; // how often, by technique

let names = { lang: "", list: null };

export async function learn(main, technique) {
  if (technique) return page(main, technique);
  const all = await catalogue();
  const done = practised();
  const course = all.filter(({ level }) => level);
  const next = course.find((one) => !done[one.technique]);
  const search = element("input", { type: "search", oninput: () => list(search.value), "aria-label": t("techniques"), placeholder: t("find-technique") });
  const groups = element("div");
  // The course by level, then what is not in it.
  function list(words) {
    const fits = all.filter((one) => [one.technique, one.title, ...one.aliases].join("\n").toLowerCase().includes(words.toLowerCase()));
    groups.replaceChildren(...[...LEVELS, null].flatMap((level) => {
      const some = fits.filter((one) => one.level === level);
      return some.length ? [element("h2.level", {}, level ? headed(t(`level-${level}`)) : t("stats-other"), element("span.muted", {}, ` ${some.filter((one) => done[one.technique]).length}/${some.length}`)), element("ul.tiles", {}, ...some.map(tile))] : [];
    }));
  }
  const tile = (one) => element("li", {}, element("a", { href: `#learn/${one.technique}`, class: done[one.technique] ? "done" : null }, thumb("techniques", one.technique), element("span", {}, headed(one.title),
    element("small", {}, [course.includes(one) ? `${course.indexOf(one) + 1}` : "", one.se ? `SE ${one.se}` : "", done[one.technique] ? `✓ ${t("practised-n", { count: done[one.technique] })}` : ""].filter(Boolean).join(" · ")))));
  list("");
  const count = course.filter((one) => done[one.technique]).length;
  main.replaceChildren(element("div.read", {}, element("h1", {}, t("techniques")),
    element("section.card.course", { "aria-label": t("course") }, element("p", {}, t("course-done", { count, all: course.length })), element("progress", { max: `${course.length}`, value: `${count}`, "aria-label": t("course") }),
      next ? element("a.button.main", { href: `#learn/${next.technique}` }, t("course-next", { title: next.title })) : null),
    element("p", {}, search), element("p.muted", {}, t("se-means")), groups));
  return undefined;
}

async function catalogue() {
  const { lang } = document.documentElement;
  if (names.lang !== lang) names = { lang, list: (await opening.ask("techniques")).techniques };
  return names.list;
}

// The position in steps, each with its sentence: where to look, the pattern, what follows. One is shown,
// then by itself the next, unless the system asks for rest or a step is chosen.
function lesson(shown) {
  const pictures = shown.map(({ picture }) => element("div", {}, drawn(picture)));
  const texts = shown.map(({ text }) => element("p.answer", {}, text));
  const steps = shown.map((_, at) => element("button", { type: "button", "aria-label": `${t("step")} ${at + 1}`, onclick: () => rest(at) }, `${at + 1}`));
  const move = element("button.icon", { type: "button", onclick: () => (moving ? rest(now) : run(0)) });
  const found = element("div.lesson", {}, element("div.picture.stack", {}, ...pictures), element("div.row", {}, ...steps, move), element("div.texts", {}, ...texts));
  let now = 0;
  let moving = 0;
  function turn(at) {
    now = at;
    for (const all of [pictures, texts]) all.forEach((one, place) => one.classList.toggle("now", place === at));
    steps.forEach((one, place) => one.setAttribute("aria-pressed", place === at));
    move.setAttribute("aria-label", moving ? headed(t("timer-pause")) : t("restart"));
    move.replaceChildren(icon(moving ? "pause" : "restart"));
  }
  function rest(at) {
    clearInterval(moving);
    moving = 0;
    turn(at);
  }
  function run(at) {
    moving = setInterval(() => (found.isConnected && now + 2 < shown.length ? turn(now + 1) : rest(Math.min(now + 1, shown.length - 1))), SHOWN);
    turn(at);
  }
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) rest(0);
  else run(0);
  return found;
}

async function page(main, technique) {
  const answer = new Answer();
  main.replaceChildren(element("div.read", {}, answer.element));
  const found = await answer.ask("technique", { technique });
  if (!found) return;
  const practise = async () => {
    const position = await answer.ask("practise", { technique });
    if (!position) return;
    keep("practised", { ...practised(), [technique]: (practised()[technique] ?? 0) + 1 });
    await openInPlay({ view: position, say: [t("practised", { name: position.name }), position.made ? "" : t("practise-example")].join(" ") });
    location.hash = "#play";
  };
  const worksheet = async () => {
    const sheet = await answer.ask("worksheet", { technique, count: DRILLS });
    if (sheet) (await part("start")).handOut(answer, sheet);
  };
  const way = element("nav.row.way", { "aria-label": t("course") });
  main.replaceChildren(element("div.read", {},
    element("p", {}, element("a.button", { href: "#learn" }, t("all-techniques"))),
    element("h1", {}, found.title),
    element("p.muted", {}, [found.se ? `Sudoku Explainer ${found.se}` : "", ...found.aliases].filter(Boolean).join(" · ")),
    element("div.table", {},
      element("section.card", { "aria-label": t("example") }, found.shown?.length ? lesson(found.shown) : null),
      element("div.side", {},
        element("section.card", { "aria-labelledby": "practise" }, element("h2", { id: "practise" }, t("practise")), element("p", {}, t("practise-text")), element("div.row", {}, button("practise", practise, { kind: "button.main" }), asking("worksheet", worksheet)), answer.element),
        element("section.card", { "aria-label": found.parts[0][0] }, ...found.parts.flatMap(([heading, texts]) => [element("h2", {}, heading), ...texts.map((text) => element("p", {}, text))])))),
    way));
  // The neighbours in the course, once these are known.
  const course = (await catalogue()).filter(({ level }) => level);
  const at = course.findIndex((one) => one.technique === technique);
  if (at < 0) return;
  for (const [key, one] of [["lesson-before", course[at - 1]], ["lesson-after", course[at + 1]]]) {
    if (one) way.append(element("a.button", { href: `#learn/${one.technique}` }, t(key, { title: one.title })));
  }
}
