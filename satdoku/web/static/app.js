// The frame: which view is shown, in which language and theme.

import { Refusal, OutOfTime, Overtaken } from "./wire.js";
import { button, dress, element, isBusy, isDark, joined, languages, load, part, sentence, settings, show, t } from "./page.js";
import { icon } from "./icons.js";
import { play } from "./play.js";

const VIEWS = {
  play,
  set: async (...all) => (await part("set")).set(...all),
  generate: async (...all) => (await part("generate")).generate(...all),
  learn: async (...all) => (await part("learn")).learn(...all),
};
const main = document.getElementById("main");
const themes = document.getElementById("theme");
const chooser = document.getElementById("lang");
const menu = document.getElementById("menu");
const KEYS = ["arrows", "extend", "digits", "mark-keys", "mode-keys", "history-keys", "own-keys", "mouse"];

function frame() {
  const root = document.documentElement;
  root.lang = settings.lang;
  root.dataset.theme = settings.theme;
  dress();
  for (const part of document.querySelectorAll("[data-t]")) part.textContent = t(part.dataset.t);
  for (const part of document.querySelectorAll("[data-t-label]")) part.setAttribute("aria-label", t(part.dataset.tLabel));
  chooser.value = settings.lang;
  const name = `${t("theme")}: ${t(`theme-${settings.look}`)}`;
  themes.setAttribute("aria-label", name);
  themes.title = name;
  themes.replaceChildren(icon(settings.look));
  menu.setAttribute("aria-label", joined(["language", "theme", "help"].map((key) => t(key))));
  menu.replaceChildren(icon("menu"));
}

const isExpected = (error) => [Refusal, OutOfTime, Overtaken].some((kind) => error instanceof kind);

// One view after the other: one that is slow to come must not cover the next.
let opening = Promise.resolve();
function open() {
  opening = opening.then(opened).catch((error) => {
    // Whatever it was: the next view opens as if nothing had been.
    const known = isExpected(error);
    if (!known) reportError(error);
    const text = known ? sentence(error) : t("view-failed");
    if (text) main.replaceChildren(element("p.answer.bad", { role: "alert" }, text), element("div.row", {}, button("again", open, { kind: "button.main" })));
  });
  return opening;
}

// The fragment of the address; as it stands where it is cut in the middle of a character.
function fragment() {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

async function opened() {
  const text = fragment();
  const [name, ...rest] = text.startsWith("p=") ? ["play", text] : text.split("/");
  const view = VIEWS[name] ? name : "play";
  for (const link of document.querySelectorAll(".top nav a")) {
    if (link.hash === `#${view}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  document.title = `${t(view)} – satdoku`;
  main.dataset.view = view;
  await VIEWS[view](main, rest.join("/"));
  main.dataset.ready = view;
}

chooser.onchange = () => {
  settings.lang = chooser.value;
  chooser.parentElement.hidePopover?.();
  frame();
  open();
};
// As the system, then what it is not, then what it is, always.
function looked() {
  frame();
  open();
}
themes.onclick = () => {
  const all = isDark().matches ? ["system", "light", "dark"] : ["system", "dark", "light"];
  settings.look = all[(all.indexOf(settings.look) + 1) % all.length];
  looked();
};
isDark().addEventListener("change", () => settings.look === "system" && looked());
// The fragment is the view's.
document.querySelector(".skip").onclick = (event) => {
  event.preventDefault();
  main.focus();
};
document.getElementById("help").onclick = help;
document.addEventListener("help", help);
function help() {
  const rows = KEYS.map((key) => element("tr", {}, element("td", {}, element("strong", {}, t(`${key}-what`))), element("td", {}, t(key))));
  show(t("help"), element("table", {}, element("tbody", {}, ...rows)));
}
addEventListener("hashchange", open);

// A menu is gone with a click beside it.
addEventListener("pointerdown", ({ target }) => document.querySelectorAll(".drop[open]").forEach((one) => { if (!one.contains(target)) one.open = false; }));

// A puzzle that is pasted or dropped anywhere opens where one is: in Set, else in Play.
const busy = ({ target }) => target.closest?.("input, textarea, select") || isBusy();
const received = async (data) => (await part("start")).received(data, main);
addEventListener("paste", (event) => {
  if (!busy(event)) received(event.clipboardData);
});
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  received(event.dataTransfer);
});

// What a click began and nobody waits for: why it has no answer is said here, once for all. What was
// overtaken is wanted no longer, as where a setting changes again before the board comes.
addEventListener("unhandledrejection", (event) => {
  if (!isExpected(event.reason)) return;
  event.preventDefault();
  const text = sentence(event.reason);
  if (text) show(t("no-answer"), element("p.answer.bad", { role: "alert" }, text));
});

await load().catch((error) => {
  main.replaceChildren(element("p.answer.bad", { role: "alert" }, "satdoku could not be loaded. Reload this page."));
  throw error;
});
chooser.append(...Object.entries(languages()).map(([lang, name]) => element("option", { value: lang, lang }, name)));
frame();
await open();
