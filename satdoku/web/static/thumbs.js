// Small pictures of rules and techniques: drawn by satdoku once their places come into view.

import { drawn, element, live, sentence, settings } from "./page.js";
import { Lane } from "./wire.js";

const BOARD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36" fill="none" stroke="currentColor" aria-hidden="true"><path d="M2 2H34V34H2ZM12.7 2V34M23.3 2V34M2 12.7H34M2 23.3H34"/></svg>'; // of a rule that has no clue
const lane = new Lane(live.common);
const known = new Map();
const wanted = new Set();
let isAsking = false;

const seen = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    seen.unobserve(target);
    wanted.add(target);
  }
  fill();
});

const keyOf = ({ dataset: { kind, name } }) => [kind, name, settings.theme].join(" ");

async function fill() {
  if (isAsking) return;
  isAsking = true;
  try {
    while (wanted.size) {
      const places = [...wanted];
      wanted.clear();
      const open = places.filter((one) => !known.has(keyOf(one)));
      const names = (kind) => [...new Set(open.filter((one) => one.dataset.kind === kind).map((one) => one.dataset.name))];
      const asked = open.map(keyOf);
      const { pictures } = open.length ? await lane.ask("thumbnails", { rules: names("rules"), techniques: names("techniques") }) : {};
      open.forEach((one, at) => known.set(asked[at], pictures[one.dataset.name] ?? BOARD));
      for (const one of places) one.replaceChildren(drawn(known.get(keyOf(one)) ?? BOARD));
    }
  } catch (error) {
    sentence(error); // without them all is there
  } finally {
    isAsking = false;
  }
}

// The place of a picture; kind: "rules" or "techniques".
export function thumb(kind, name) {
  const found = element("span.icon", { "data-kind": kind, "data-name": name });
  seen.observe(found);
  return found;
}
