// The app's way to the answers where there is no server: two workers in the page.
//
// Of classic boards classic.js answers what takes no search, and core.js what the compiled core knows;
// python.js everything else. A lane's newest question overtakes the one before it, as with satdoku
// serve.

import { atOnce, classic } from "./classic.js";

// What is asked of plain classic boards before Python; true: of the compiled core.
const QUICK = { view: false, marks: false, singles: false, judge: true, check: true, rate: true };
const PATIENCE = 4000; // milliseconds that an overtaken question may keep the worker
const LIMIT = 130000;

// What only satdoku serve can answer: a worksheet needs Typst.
export const without = ["worksheet"];

const lanes = [];
const core = new Promise((resolve) => {
  const found = worker("core.js", (ready) => resolve(ready ? found : null), () => resolve(null));
});
let python = null;
let ready = false;
let running = null; // the question that python.js is at
let queue = [];
let timer = 0;

function worker(name, began, failed = () => status("unloaded")) {
  const found = new Worker(new URL(`./${name}`, import.meta.url), { type: "module" });
  found.onmessage = ({ data }) => {
    if ("ready" in data) began(data.ready);
    else if (data.decline) enqueue(data.decline);
    else answered(data);
  };
  found.onerror = failed;
  return found;
}

// Which of the page's two sentences about Python is shown.
function status(shown) {
  for (const id of ["loading", "unloaded"]) document.getElementById(id).hidden = id !== shown;
}

function boot() {
  ready = false;
  status("loading");
  python?.terminate();
  running = null;
  python = worker("python.js", () => {
    ready = true;
    status(null);
    next();
    navigator.serviceWorker?.ready.then(({ active }) => active.postMessage("rest")); // to work offline
  });
}

function answered({ lane, message }) {
  if (message.type !== "progress" && running?.lane === lane && running.message.nonce === message.nonce) {
    running = null;
    clearTimeout(timer);
    next();
  }
  lanes[lane](message);
}

function stop(why) {
  const { lane, message } = running;
  clearTimeout(timer);
  boot();
  lanes[lane]({ nonce: message.nonce, type: "cancelled", why });
}

function next() {
  if (!python) boot();
  if (!ready || running || !queue.length) return;
  running = queue.shift();
  python.postMessage(running);
  timer = setTimeout(() => stop("time"), LIMIT);
}

function enqueue(question) {
  queue = queue.filter(({ lane }) => lane !== question.lane);
  if (question.message.ask !== "cancel") queue.push(question);
  if (running?.lane === question.lane) {
    clearTimeout(timer);
    timer = setTimeout(() => stop("overtaken"), PATIENCE);
  }
  next();
}

async function route(lane, message) {
  const board = message.ask in QUICK ? classic(message) : null;
  const data = board && (await atOnce(message, board));
  if (data) lanes[lane]({ nonce: message.nonce, type: "answer", data });
  else if (board && QUICK[message.ask] && (await core)) (await core).postMessage({ lane, message, givens: board.givens });
  else enqueue({ lane, message });
}

// The board first: Python loads when it is there, or wanted.
setTimeout(() => python ?? boot(), 1000);
navigator.serviceWorker?.register("./sw.js").catch(() => {}); // only secure pages have one

export async function connect(onmessage) {
  const lane = lanes.push(onmessage) - 1;
  return { open: true, send: (message) => route(lane, message) };
}
