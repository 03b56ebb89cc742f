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
const newest = []; // the nonce of each lane's last question
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
    if ("loaded" in data) document.querySelector("#loading progress").value = data.loaded;
    else if ("ready" in data) began(data.ready);
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
  document.querySelector("#loading progress").value = 0;
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

// What this file itself asks a worker, on a lane of its own.
function own(lane, send, message) {
  return new Promise((resolve) => {
    lanes[lane] = (one) => one.type !== "progress" && resolve(one);
    send({ lane, message });
  });
}

// Puzzles of a level: Python makes them as they come, and the compiled core, which Python lacks here,
// tells which are of the level. The easiest puzzles are those with a symmetry, which have more givens.
async function generate(lane, message) {
  const { nonce, level, count = 1 } = message;
  const send = (fields) => lanes[lane]({ nonce, ...fields });
  const symmetry = level === "easy" && (message.symmetry ?? "none") === "none" ? "180" : message.symmetry;
  const mine = lanes.push(null) - 1;
  const puzzles = [];
  const end = performance.now() + LIMIT;
  while (puzzles.length < count && performance.now() < end) {
    const reply = await own(mine, enqueue, { ...message, ...(symmetry && { symmetry }), level: "", count: 1 });
    if (newest[lane] !== nonce) return;
    if (reply.type !== "answer") return send(reply);
    const [one] = reply.data.puzzles;
    const { givens } = classic(one);
    const { data: rating } = await own(mine, async (asked) => (await core).postMessage({ ...asked, givens }), { nonce, ask: "level" });
    if (newest[lane] !== nonce) return;
    if (rating.level !== level) continue;
    puzzles.push({ ...one, rating });
    send({ type: "progress", data: puzzles.at(-1) });
  }
  if (puzzles.length) send({ type: "answer", data: { puzzles } });
  else send({ type: "cancelled", why: "time" });
}

const isClassic = ({ size = 9, rules = "", killer = false }) => size === 9 && !rules && !killer;

async function route(lane, message) {
  newest[lane] = message.nonce;
  if (message.ask === "generate" && message.level && isClassic(message) && (await core)) return generate(lane, message);
  const board = message.ask in QUICK ? classic(message) : null;
  const data = board && (await atOnce(message, board));
  if (data) lanes[lane]({ nonce: message.nonce, type: "answer", data });
  else if (board && QUICK[message.ask] && (await core)) (await core).postMessage({ lane, message, givens: board.givens });
  else enqueue({ lane, message });
  return undefined;
}

// The board first: Python loads when it is there, however long that takes, or when it is wanted.
const afterBoard = () => (document.getElementById("main").dataset.ready ? python ?? boot() : setTimeout(afterBoard, 100));
setTimeout(afterBoard, 1000);
navigator.serviceWorker?.register("./sw.js").catch(() => {}); // only secure pages have one

export async function connect(onmessage) {
  const lane = lanes.push(onmessage) - 1;
  return { open: true, send: (message) => route(lane, message) };
}
