// The list of rules with their pictures: those used last, the usual twelve, the others by group; where
// something is looked for, whatever has it among its names or in its sentence.

import { element, stored, t } from "./page.js";
import { thumb } from "./thumbs.js";

const USUAL = ["killer-cage", "thermo", "arrow", "whisper", "renban", "palindrome", "white-dot", "black-dot", "xv", "quadruple", "little-killer", "sandwich"];
const GROUPS = ["board", "cells", "cages", "lines", "arrows", "marks", "outside", "more"];

// Fills the list; `pick` takes the rule, or the tool, that was clicked.
export function listed(list, words, rules, tools, pick) {
  const item = (one, tile = false) => element(tile ? "button.tile" : "button", { type: "button", title: tile ? one.summary : null, [one.tool ? "data-tool" : "data-rule"]: one.tool ?? one.rule, "aria-pressed": "false", onclick: () => pick(one) },
    one.tool ? null : thumb("rules", one.rule), element("span", {}, one.title, tile ? null : element("small", {}, one.summary)));
  const plain = (text) => text.toLowerCase().replaceAll("-", " ");
  const wanted = plain(words.trim());
  if (wanted) {
    const fits = [...rules, ...tools].filter((one) => [one.summary, ...one.names].some((text) => plain(text).includes(wanted)));
    const named = (one) => one.names.some((text) => plain(text).startsWith(wanted));
    list.replaceChildren(...fits.sort((a, b) => named(b) - named(a)).map((one) => item(one)));
    return;
  }
  const last = stored("used");
  const parts = [
    ["used", (Array.isArray(last) ? last : []).map((name) => rules.find(({ rule }) => rule === name)).filter(Boolean)],
    ["usual-rules", USUAL.map((name) => rules.find(({ rule }) => rule === name))],
    ["tools-here", tools],
    ...GROUPS.map((group) => [`group-${group}`, rules.filter((rule) => rule.group === group)]),
  ];
  const seen = new Set();
  list.replaceChildren(...parts.flatMap(([key, all]) => {
    const fresh = all.filter((one) => !seen.has(one) && seen.add(one));
    const tiles = key !== "tools-here";
    return fresh.length ? [element("h3", {}, t(key)), element(tiles ? "div.tiling" : "div", {}, ...fresh.map((one) => item(one, tiles)))] : [];
  }));
}
