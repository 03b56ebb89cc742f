// What was solved in this browser: kept here alone, counted by level, and given away as a file. And the
// puzzle of the day, which its date makes: the same on each device.

import { LEVELS, minuteOf } from "./play.js";
import { button, element, headed, keep, show, stored, t } from "./page.js";

const MOST = 5000; // solved puzzles that are kept
const OF_WEEKDAY = ["expert", "easy", "easy", "medium", "medium", "hard", "hard"]; // from Sunday

const solved = () => (Array.isArray(stored("solved")) ? stored("solved") : []);

// The date here, as 2026-11-29.
export function today(day = new Date()) {
  const two = (number) => `${number}`.padStart(2, "0");
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

// What is asked for the puzzle of a day.
export const ofDay = (date) => ({ level: OF_WEEKDAY[new Date(`${date}T12:00`).getDay()], seed: Number(date.replaceAll("-", "")) });

export function add(record) {
  keep("solved", [...solved(), { date: today(), ...record }].slice(-MOST));
}

// How many days in a row, up to today or yesterday, their puzzle was solved.
function streak(days) {
  const day = new Date();
  if (!days.has(today(day))) day.setDate(day.getDate() - 1);
  let count = 0;
  for (; days.has(today(day)); day.setDate(day.getDate() - 1)) count++;
  return count;
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

export function statistics() {
  const all = solved();
  const row = (name, some) => {
    const times = some.map(({ time }) => time).filter(Boolean);
    const cells = [some.length, some.filter(({ hints }) => !hints).length, times.length ? minuteOf(Math.min(...times)) : "–", times.length ? minuteOf(median(times)) : "–"];
    return element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((one) => element("td", {}, `${one}`)));
  };
  const rows = [...LEVELS, null].map((level) => [level ? headed(t(`level-${level}`)) : t("stats-other"), all.filter((one) => (one.level ?? null) === level)]).filter(([, some]) => some.length);
  const file = new Blob([JSON.stringify({ satdoku: 1, solved: all }, null, 1)], { type: "application/json" });
  const link = URL.createObjectURL(file);
  const forget = () => { keep("solved", []); statistics(); };
  const table = element("table.stats", {},
    element("thead", {}, element("tr", {}, ...["stats-level", "stats-solved", "stats-alone", "stats-best", "stats-median"].map((key) => element("th", { scope: "col" }, t(key))))),
    element("tbody", {}, ...rows.map(([name, some]) => row(name, some))));
  const dialog = show(t("statistics"), ...(all.length
    ? [element("p", {}, t("stats-streak", { days: streak(new Set(all.map(({ daily }) => daily))) })), table]
    : [element("p", {}, t("stats-none"))]),
    element("p.muted", {}, t("stats-kept")),
    all.length ? element("div.row", {}, element("a.button", { href: link, download: `satdoku-${today()}.json` }, t("stats-export")), button("stats-forget", () => show(t("stats-forget"), element("p", {}, t("stats-forget-ask")), element("div.row", {}, button("stats-forget", forget, { kind: "button.main" }))))) : null);
  dialog.addEventListener("close", () => URL.revokeObjectURL(link), { once: true });
}
