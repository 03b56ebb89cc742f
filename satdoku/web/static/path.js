// The whole path: what each step is worth, and each on the board; any of them can be gone to.

import { asked, button, capital, element, joined, sentence, t } from "./page.js";

const HIGH = 40; // of the curve

export function walk({ found, fields, answer, lay, take }) {
  const { steps, hardest } = found;
  const level = joined([found.level ? t(`level-${found.level}`) : "", found.points === null ? "" : t("points-n", { points: found.points })]);
  const text = [t("path-found", { steps: steps.length, outcome: t(`outcome-${found.outcome}`) }), level ? `${capital(level)}.` : ""].join(" ");
  if (!steps.length) return answer.say(text);
  const says = element("p.answer", { "aria-live": "polite" });
  const slide = element("input", { type: "range", min: "0", max: `${steps.length - 1}`, value: "0", "aria-label": t("step"), oninput: () => go(Number(slide.value)) });
  const list = element("ol.steps", {}, ...steps.map((one, number) => element("li", {}, element("button", { type: "button", onclick: () => go(number) }, `${number + 1}. ${one.heading}: `, element("span.muted", {}, one.follows)))));
  let at = -1;
  let shown = null; // the board before the step, once it has come
  let going = null;
  const go = (number) => (going = gone(number));
  async function gone(number) {
    [at, shown] = [number, null];
    slide.value = `${number}`;
    slide.setAttribute("aria-valuetext", `${number + 1}. ${steps[number].heading}`);
    says.textContent = steps[number].text;
    marker.setAttribute("x", `${number}`);
    [...list.children].forEach((item, other) => item.firstChild.toggleAttribute("aria-current", other === number));
    list.scrollTop = list.children[number].offsetTop - list.offsetTop - 44;
    try {
      const one = await asked.ask("path", { ...fields, step: number });
      if (at !== number || !list.isConnected) return;
      shown = one;
      lay(one.layers);
    } catch (error) {
      if (sentence(error)) says.textContent = sentence(error);
    }
  }
  const step = (by) => go(Math.min(Math.max(at + by, 0), steps.length - 1));
  const there = async () => {
    await going;
    if (!shown) await go(at); // it was ended, or had no time
    if (shown && list.isConnected) take(shown.marks, shown.values);
  };
  const most = Math.max(...steps.map((one) => one.points), 1);
  const svg = (tag, all) => {
    const one = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(all)) one.setAttribute(name, value);
    return one;
  };
  const curve = svg("svg", { class: "curve", viewBox: `0 0 ${steps.length} ${HIGH}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const marker = svg("rect", { class: "at", x: "0", y: "0", width: "1", height: `${HIGH}` });
  curve.append(marker, ...steps.map(({ points }, number) => svg("rect", { class: number === hardest ? "hardest" : "", x: `${number + 0.1}`, width: "0.8", y: `${HIGH - (HIGH * points) / most}`, height: `${(HIGH * points) / most}` })));
  curve.onclick = ({ offsetX }) => go(Math.min(steps.length - 1, Math.floor((steps.length * offsetX) / curve.clientWidth)));
  answer.say(text, element("div.path", {}, curve, slide,
    element("div.row", {}, element("button", { type: "button", "aria-label": t("step-back"), onclick: () => step(-1) }, "‹"), element("button", { type: "button", "aria-label": t("step-on"), onclick: () => step(1) }, "›"),
      button("hardest-step", () => go(hardest)), button("take-me", there, { kind: "button.main" })),
    says, list));
  return go(0);
}
