// The app's way to the answers where there is no server: two workers in the page.
//
// core.js answers what the compiled core knows about classic boards; python.js everything else. A
// lane's newest question overtakes the one before it, as with satdoku serve.

const HARMLESS = new Set(["satdoku", "board", "givens", "title", "author", "solution"]);
const PATIENCE = 4000; // milliseconds that an overtaken question may keep the worker
const LIMIT = 130000;

const lanes = [];
let coreReady = false;
const core = worker("core.js", (ready) => { coreReady = ready; });
let python = null;
let ready = false;
let running = null; // the question that python.js is at
let queue = [];
let timer = 0;

function worker(name, began) {
  const found = new Worker(new URL(`./${name}`, import.meta.url), { type: "module" });
  found.onmessage = ({ data }) => {
    if ("ready" in data) began(data.ready);
    else if (data.decline) enqueue(data.decline);
    else answered(data);
  };
  found.onerror = () => status("unloaded");
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

// The givens of a plain classic board, which is all that the core knows.
function classic(message) {
  if (message.ask !== "judge" && message.ask !== "rate") return null;
  let data;
  try {
    data = JSON.parse(message.puzzle);
  } catch {
    return null;
  }
  const { size, box } = data.board ?? {};
  const plain = size === 9 && box?.[0] === 3 && box[1] === 3 && Object.keys(data.board).length === 2;
  if (!plain || !Object.keys(data).every((key) => HARMLESS.has(key))) return null;
  return /^[1-9.]{81}$/.test(data.givens) ? data.givens : null;
}

boot();

export async function connect(onmessage) {
  const lane = lanes.push(onmessage) - 1;
  return {
    open: true,
    send(message) {
      const givens = coreReady ? classic(message) : null;
      if (givens) core.postMessage({ lane, message, givens });
      else enqueue({ lane, message });
    },
  };
}
