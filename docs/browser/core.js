// A worker over core.wasm and rate.wasm: what the compiled core answers about classic boards, at once.
//
// A message is {lane, message: {nonce, ask, ...}}; the answer is {lane, message: {nonce, type, ...}},
// as over satdoku serve's websocket. `judge` is answered here, `check` where nothing is wrong, and `rate`,
// but python.js has the names of techniques; `level` is a rating without a name.

const VERDICTS = ["none", "unique", "multiple", "undecided"];
const NODES = 400_000_000; // units of work of a rating, some ten seconds
const SECONDS = 3;

let levels; // of ratings
const loaded = {}; // core.wasm, and rate.wasm from the first rating on

async function load(name) {
  if (loaded[name]) return loaded[name];
  const code = await fetch(`./${name}.wasm`);
  if (!code.ok) throw new Error(`${name}.wasm was not built`);
  return start(name, await WebAssembly.compile(await code.arrayBuffer()));
}

function start(name, compiled) {
  let memory;
  const imports = {};
  for (const { name } of WebAssembly.Module.imports(compiled)) {
    imports[name] = () => { throw new Error(`${name}: not in a browser`); };
  }
  imports.clock_time_get = (id, precision, at) => {
    new DataView(memory.buffer).setBigUint64(at, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  };
  imports.environ_get = () => 0;
  imports.environ_sizes_get = (count, size) => {
    const view = new DataView(memory.buffer);
    view.setUint32(count, 0, true);
    view.setUint32(size, 0, true);
    return 0;
  };
  const core = new WebAssembly.Instance(compiled, { wasi_snapshot_preview1: imports }).exports;
  memory = core.memory;
  core._initialize();
  loaded[name] = { core, compiled };
  return loaded[name];
}

function enter({ core }, givens) {
  const cells = new Uint8Array(core.memory.buffer, core.input(), 81);
  for (let cell = 0; cell < 81; cell++) cells[cell] = givens.charCodeAt(cell);
}

async function judge(givens, cap) {
  const instance = await load("core");
  const { core } = instance;
  enter(instance, givens);
  const found = core.candidates(cap, SECONDS);
  const complete = (found & 16) === 0;
  const verdict = VERDICTS[found & 15];
  if (!verdict) return null; // digits that clash: python.js names them
  const counts = new Uint32Array(core.memory.buffer, core.output(), 729);
  const candidates = {};
  for (let cell = 0; cell < 81; cell++) {
    const own = candidates[`r${Math.floor(cell / 9) + 1}c${cell % 9 + 1}`] = {};
    for (let d = 0; d < 9; d++) if (counts[9 * cell + d]) own[d + 1] = counts[9 * cell + d];
  }
  return { verdict, candidates, cap, complete };
}

// Whether all that a player has written is right; what is wrong python.js puts in words.
async function check(givens, { values = {}, marks = {} }) {
  const found = await judge(givens, 1);
  if (found?.verdict !== "unique") return null;
  const right = (name) => Number(Object.keys(found.candidates[name])[0]);
  if (!Object.entries(values).every(([name, digit]) => name in found.candidates && right(name) === digit)) return null;
  if (!Object.entries(marks).every(([name, digits]) => values[name] || digits.includes(right(name)))) return null;
  const open = [...givens].filter((digit) => digit === ".").length - Object.keys(values).length;
  return { verdict: open > 0 ? "fine" : "solved", wrong: [], clashes: [], lost: [], lost_together: [], sentences: [] };
}

// open: the fewest cells that are open to a single at a time, 0 where singles do not solve it
function levelOf(er, given, open) {
  const [easy, ...others] = levels;
  if (er <= easy.most && given >= easy.givens && open >= easy.open) return easy.name;
  return others.find((level) => er <= level.most).name;
}

async function rate(givens) {
  levels ??= await (await fetch("./levels.json")).json();
  const instance = await load("rate");
  const { core, compiled } = instance;
  const { memory } = core;
  enter(instance, givens);
  let status;
  try {
    status = core.rate(NODES);
  } catch (trap) {
    start("rate", compiled); // the limit of this build is a trap: nothing in the old memory can be trusted
    return undefined;
  }
  if (status !== 0) return null;
  const [er, ep, ed, open, tenths, variant, cells, branches, dynamic, level] =
    new Float64Array(memory.buffer, core.output(), 10);
  const text = new Uint8Array(memory.buffer, core.hardest());
  const search = String.fromCharCode(...text.subarray(0, text.indexOf(0)));
  const given = [...givens].filter((digit) => digit !== ".").length;
  const step = { search, tenths, variant, cells, branches, dynamic: dynamic === 1, level };
  return { er, ep, ed, level: levelOf(Math.round(er * 10), given, open), step };
}

const ANSWERS = {
  judge: (givens, { cap = 1 }) => judge(givens, cap),
  check,
  rate: (givens) => rate(givens).catch(() => null), // where it was not built or cannot be had
  async level(givens) {
    const { step, ...rating } = (await ANSWERS.rate(givens)) ?? {};
    return rating;
  },
};

onmessage = async ({ data: { lane, message, givens } }) => {
  const answer = (fields) => postMessage({ lane, message: { nonce: message.nonce, ...fields } });
  const found = await ANSWERS[message.ask](givens, message);
  if (found?.step) postMessage({ decline: { lane, message: { ...message, rated: found } } }); // python.js names the step
  else if (found) answer({ type: "answer", data: found });
  else if (found === null) postMessage({ decline: { lane, message } });
  else answer({ type: "cancelled", why: "time" });
};

try {
  await load("core");
  postMessage({ ready: true });
} catch (error) {
  postMessage({ ready: false, why: String(error) });
}
