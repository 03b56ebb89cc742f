// The list of rules: those used last, the usual twelve with their pictures, the others by group;
// where something is looked for, whatever has it among its names or in its sentence.

import { drawn, element, stored, t } from "./page.js";

const ICONS = {
  "killer-cage": '<path d="M3 3H29V17H17V29H3Z" stroke-dasharray="3 2"/><text x="6" y="14">15</text>',
  thermo: '<g stroke="#b5b5b5" stroke-linecap="round"><path d="M8 24V8H24" stroke-width="5"/></g><circle cx="8" cy="24" r="6" fill="#b5b5b5" stroke="none"/>',
  arrow: '<circle cx="9" cy="23" r="6"/><path d="M13 19 26 6M18 6h8v8"/>',
  whisper: '<path d="M4 26 14 8 20 22 28 6" stroke="#4caf50" stroke-width="4"/>',
  renban: '<path d="M5 25 14 10 27 10" stroke="#d85fd8" stroke-width="5"/>',
  palindrome: '<path d="M5 20Q16 0 27 20" stroke="#9a9a9a" stroke-width="5"/>',
  "white-dot": '<path d="M16 2V30" opacity=".4"/><circle cx="16" cy="16" r="7" fill="#fff" stroke="#000"/>',
  "black-dot": '<path d="M16 2V30" opacity=".4"/><circle cx="16" cy="16" r="7" fill="#000" stroke="#888"/>',
  xv: '<text x="2" y="22" font-size="18">XV</text>',
  quadruple: '<path d="M16 2V30M2 16H30" opacity=".4"/><circle cx="16" cy="16" r="9" fill="#fff" stroke="#000"/><text x="9" y="20" class="dark">12</text>',
  "little-killer": '<text x="1" y="12">18</text><path d="M13 13 28 28M20 28h8v-8"/>',
  sandwich: '<path d="M6 8H26M6 24H26" stroke-width="4"/><text x="9" y="20">20</text>',
};
const GROUPS = ["board", "cells", "cages", "lines", "arrows", "marks", "outside", "more"];

function icon(rule) {
  const found = drawn(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="28" height="28" fill="none" stroke="currentColor" stroke-width="2" font-size="12" aria-hidden="true">${ICONS[rule]}</svg>`);
  found.classList.add("icon");
  return found;
}

// Fills the list; `pick` takes the rule, or the tool, that was clicked.
export function listed(list, words, rules, tools, pick) {
  const item = (one, tile = false) => element(tile ? "button.tile" : "button", { type: "button", title: tile ? one.summary : null, [one.tool ? "data-tool" : "data-rule"]: one.tool ?? one.rule, "aria-pressed": "false", onclick: () => pick(one) },
    element("span", {}, one.title, tile ? null : element("small", {}, one.summary)), ICONS[one.rule] ? icon(one.rule) : null);
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
    ["usual-rules", Object.keys(ICONS).map((name) => rules.find(({ rule }) => rule === name))],
    ["tools-here", tools],
    ...GROUPS.map((group) => [`group-${group}`, rules.filter((rule) => rule.group === group)]),
  ];
  const seen = new Set();
  list.replaceChildren(...parts.flatMap(([key, all]) => {
    const fresh = all.filter((one) => !seen.has(one) && seen.add(one));
    const tiles = ["used", "usual-rules"].includes(key);
    return fresh.length ? [element("h3", {}, t(key)), element(tiles ? "div.tiling" : "div", {}, ...fresh.map((one) => item(one, tiles)))] : [];
  }));
}
