// Learn: the techniques with their boards, and positions to practise each on.

import { open as openInPlay } from "./play.js";
import { Answer, asking, button, drawn, element, opening, part, t } from "./page.js";

const DRILLS = 6; // positions on a worksheet

let names = { lang: "", list: null };

export async function learn(main, technique) {
  if (technique) return page(main, technique);
  if (names.lang !== document.documentElement.lang) {
    names = { lang: document.documentElement.lang, list: (await opening.ask("techniques")).techniques };
  }
  const search = element("input", { type: "search", oninput: () => list(search.value), "aria-label": t("techniques"), placeholder: t("find-technique") });
  const tiles = element("ul.tiles");
  function list(words) {
    const fits = names.list.filter((one) => [one.technique, one.title, ...one.aliases].join("\n").toLowerCase().includes(words.toLowerCase()));
    tiles.replaceChildren(...fits.map((one) => element("li", {}, element("a", { href: `#learn/${one.technique}` }, one.title, one.se ? element("small", {}, `SE ${one.se}`) : null))));
  }
  list("");
  main.replaceChildren(element("div.read", {}, element("h1", {}, t("techniques")), element("p", {}, search), element("p.muted", {}, t("se-means")), tiles));
  return undefined;
}

// The position in steps, each with its sentence: where to look, the pattern, what follows.
const steps = (shown) => shown.flatMap(({ text, picture }) => [element("p.answer", {}, text), element("div.picture", {}, drawn(picture))]);

async function page(main, technique) {
  const answer = new Answer();
  main.replaceChildren(element("div.read", {}, answer.element));
  const found = await answer.ask("technique", { technique });
  if (!found) return;
  const practise = async () => {
    const position = await answer.ask("practise", { technique });
    if (!position) return;
    await openInPlay({ view: position, say: [t("practised", { name: position.name }), position.made ? "" : t("practise-example")].join(" ") });
    location.hash = "#play";
  };
  const worksheet = async () => {
    const sheet = await answer.ask("worksheet", { technique, count: DRILLS });
    if (sheet) (await part("start")).handOut(answer, sheet);
  };
  main.replaceChildren(element("div.read", {},
    element("p", {}, element("a.button", { href: "#learn" }, t("all-techniques"))),
    element("h1", {}, found.title),
    element("p.muted", {}, [found.se ? `Sudoku Explainer ${found.se}` : "", ...found.aliases].filter(Boolean).join(" · ")),
    element("div.table", {},
      element("section.card", { "aria-label": t("example") }, ...steps(found.shown ?? [])),
      element("div.side", {},
        element("section.card", { "aria-labelledby": "practise" }, element("h2", { id: "practise" }, t("practise")), element("p", {}, t("practise-text")), element("div.row", {}, button("practise", practise, { kind: "button.main" }), asking("worksheet", worksheet)), answer.element),
        element("section.card", { "aria-label": found.parts[0][0] }, ...found.parts.flatMap(([heading, texts]) => [element("h2", {}, heading), ...texts.map((text) => element("p", {}, text))]))))));
}
