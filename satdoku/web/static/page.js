// What all views share: sentences, elements, lanes, dialogs.

import { Lane, OutOfTime, Overtaken, Refusal } from "./wire.js";

let strings = {};
export const settings = {
  get lang() { return localStorage.lang ?? (navigator.language.startsWith("ja") ? "ja" : "en"); },
  set lang(value) { localStorage.lang = value; },
  get theme() {
    return localStorage.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  },
  set theme(value) { localStorage.theme = value; },
};
const common = () => ({ lang: settings.lang, style: settings.theme });
export const live = new Lane(common); // while the user goes on
export const asked = new Lane(common); // what the user asks for

export async function load() {
  strings = await (await fetch("./strings.json")).json();
}

export function t(key, values = {}) {
  const text = strings[key]?.[settings.lang] ?? key;
  return text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

// element("button.main", {onclick}, "text", child, ...)
export function element(kind, attributes = {}, ...children) {
  const [tag, ...classes] = kind.split(".");
  const found = document.createElement(tag);
  if (classes.length) found.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) found[name] = value;
    else if (name in found && typeof value !== "string") found[name] = value;
    else if (value !== null && value !== undefined) found.setAttribute(name, value);
  }
  found.append(...children.filter((child) => child !== null && child !== undefined));
  return found;
}

export function button(key, onclick, { kind = "button", shortcut = null, ...attributes } = {}) {
  const hint = shortcut ? element("kbd", { "aria-hidden": "true" }, shortcut) : null;
  return element(kind, { type: "button", onclick, ...attributes }, t(key), hint);
}

export function field(key, input) {
  return element("label.field", {}, t(key), input);
}

export function choice(options, value, onchange) {
  const found = element("select", { onchange: () => onchange?.(found.value) });
  for (const [name, text] of options) found.append(element("option", { value: name }, text));
  found.value = value;
  return found;
}

export function tick(key, checked, onchange) {
  const box = element("input", { type: "checkbox", onchange: () => onchange?.(box.checked) });
  box.checked = checked;
  return Object.assign(element("label.tick", {}, box, t(key)), { box });
}

// SVG text from the server, as an element: parsed as XML, no script in it would run.
export function drawn(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  return document.importNode(parsed, true);
}

export function show(dialogTitle, ...children) {
  const dialog = document.getElementById("dialog");
  dialog.replaceChildren(
    element("h2", { id: "dialog-title" }, dialogTitle),
    ...children,
    element("div.row", {}, button("close", () => dialog.close())),
  );
  if (!dialog.open) dialog.showModal();
  return dialog;
}

export function close() {
  document.getElementById("dialog").close();
}

// Where answers stand: a sentence that screen readers read out, and what belongs to it.
export class Answer {
  constructor() {
    this.text = element("p.answer", { role: "status", "aria-live": "polite" });
    this.more = element("div");
    this.element = element("div", {}, this.text, this.more);
  }

  say(text, ...more) {
    this.text.classList.remove("bad");
    this.text.replaceChildren(text);
    this.more.replaceChildren(...more.filter(Boolean));
  }

  // The answer to a question, or undefined where there is none; says why.
  async ask(question, fields, progress = null) {
    this.say(element("span.busy", { role: "img", "aria-label": t("busy") }));
    try {
      const found = await asked.ask(question, fields, progress);
      this.say("");
      return found;
    } catch (error) {
      const text = sentence(error);
      if (text !== null) {
        this.say(text);
        this.text.classList.add("bad");
      }
      return undefined;
    }
  }
}

export function sentence(error) {
  if (error instanceof Overtaken) return null;
  if (error instanceof OutOfTime) return t("out-of-time");
  if (error instanceof Refusal) return error.message === "offline" ? t("offline") : error.message;
  throw error;
}

export function copyField(key, text) {
  const input = element("input", { readonly: "", value: text });
  const copy = button("copy", async () => {
    input.select();
    await navigator.clipboard.writeText(text);
    copy.textContent = t("copied");
  });
  return element("div.copy", {}, element("label.field", {}, key, input), copy);
}

// The texts of other formats to copy, and what each of them lacks.
export function copies(texts, ...more) {
  const fields = texts.filter((one) => one.text).map((one) => copyField(one.alone ? t("alone", one) : one.format, one.text));
  const lack = (one) => one.error ?? (one.lost.length ? t("drawn-only", { rules: one.lost.join(", ") }) : null);
  return [
    element("div.copies", {}, ...more, ...fields),
    ...texts.filter(lack).map((one) => element("p.muted", {}, `${one.format}: ${lack(one)}`)),
  ];
}
