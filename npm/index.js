// The core of satdoku for node and browsers: satdoku.wasm holds the C library (native/c/satdoku.h).

const STATUS = [
  "none", "unique", "multiple", "undecided", "invalid", "unreadable", "solved", "ok", "argument",
  "memory", "fault",
];
const SYMMETRIES = ["none", "180", "90", "horizontal", "vertical", "diagonal", "anti-diagonal"];
const ERROR_BYTES = 556;
const MESSAGE_AT = 44;
const NAMES = Array.from({ length: 81 }, (_, cell) => `r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1}`);

/** Why there is no answer: `code`, a sentence, the column of a text and the cells at fault. */
export class SudokuError extends Error {
  constructor(code, message, column, cells) {
    super(message);
    this.name = "SudokuError";
    this.code = code;
    this.column = column || undefined;
    this.cells = cells;
  }
}

const compiled = await WebAssembly.compile(await bytes());
let core, at;
start();

async function bytes() {
  const url = new URL("./satdoku.wasm", import.meta.url);
  if (url.protocol === "file:") return (await import("node:fs/promises")).readFile(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

function start() {
  const imports = {};
  for (const { name } of WebAssembly.Module.imports(compiled)) {
    imports[name] = () => { throw new WebAssembly.RuntimeError(name); };
  }
  imports.clock_time_get = (id, precision, place) => {
    view().setBigUint64(place, BigInt(Math.round(performance.now() * 1e6)), true);
    return 0;
  };
  imports.environ_get = () => 0;
  imports.environ_sizes_get = (count, size) => {
    view().setUint32(count, 0, true);
    view().setUint32(size, 0, true);
    return 0;
  };
  core = new WebAssembly.Instance(compiled, { wasi_snapshot_preview1: imports }).exports;
  core._initialize();
  // One block for all calls: text, answers, error, limits, rating, wish, level.
  const block = core.malloc(8192);
  at = {
    text: block, first: block + 1024, second: block + 1106, number: block + 1200, exact: block + 1208,
    error: block + 1216, limits: block + 1792, rating: block + 1840, wish: block + 1968,
    level: block + 2000, counts: block + 4096,
  };
}

function view() {
  return new DataView(core.memory.buffer);
}

function read(place, most) {
  const text = new Uint8Array(core.memory.buffer, place, most);
  return new TextDecoder().decode(text.subarray(0, text.indexOf(0)));
}

function write(place, text, most) {
  const out = new Uint8Array(core.memory.buffer, place, most);
  const codes = new TextEncoder().encode(text).subarray(0, most - 1);
  out.set(codes);
  out[codes.length] = 0;
}

function enter(puzzle) {
  if (typeof puzzle !== "string") throw new SudokuError("argument", "puzzle is a text", 0, []);
  write(at.text, puzzle.trim(), 1024);
  return at.text;
}

function bounds({ seconds = 0, nodes = 0 } = {}) {
  for (const [name, value] of [["seconds", seconds], ["nodes", nodes]]) {
    if (!(Number.isFinite(value) && value >= 0)) {
      throw new SudokuError("argument", `${name} is a number >= 0, not ${value}`, 0, []);
    }
  }
  const data = view();
  data.setUint32(at.limits, 32, true);
  data.setFloat64(at.limits + 8, seconds, true);
  data.setBigUint64(at.limits + 16, BigInt(Math.floor(nodes)), true);
  data.setUint32(at.limits + 24, 0, true);
  return at.limits;
}

// Calls the core. A limit inside of a rating is a trap in this build; the old memory goes with it.
function ask(call, allowed) {
  view().setUint32(at.error, ERROR_BYTES, true);
  let status;
  try {
    status = STATUS[call()];
  } catch (trap) {
    if (!(trap instanceof WebAssembly.RuntimeError)) throw trap;
    start();
    if (allowed.includes("undecided")) return "undecided";
    throw new SudokuError("undecided", "a limit ran out before there was an answer", 0, []);
  }
  if (allowed.includes(status)) return status;
  const data = view();
  const cells = [];
  for (let i = 0; i < 9; i++) {
    const cell = data.getInt32(at.error + 8 + 4 * i, true);
    if (cell >= 0) cells.push(NAMES[cell]);
  }
  throw new SudokuError(status, read(at.error + MESSAGE_AT, 512), data.getInt32(at.error + 4, true), cells);
}

const VERDICTS = ["none", "unique", "multiple", "undecided"];

export function check(puzzle, limits) {
  enter(puzzle);
  bounds(limits);
  const verdict = ask(() => core.satdoku_check(at.text, at.first, at.limits, at.error), VERDICTS);
  return { verdict, solutions: [read(at.first, 82), read(at.second, 82)].filter(Boolean) };
}

export function solve(puzzle, limits) {
  enter(puzzle);
  bounds(limits);
  const status = ask(() => core.satdoku_solve(at.text, at.first, at.limits, at.error), ["solved", "none"]);
  return status === "solved" ? read(at.first, 82) : null;
}

export function count(puzzle, { most = 0, ...limits } = {}) {
  enter(puzzle);
  bounds(limits);
  const bound = BigInt(Math.max(0, Math.floor(most)));
  const verdict = ask(
    () => core.satdoku_count(at.text, bound, at.number, at.exact, at.limits, at.error), VERDICTS);
  const data = view();
  return {
    verdict,
    count: Number(data.getBigUint64(at.number, true)),
    exact: data.getInt32(at.exact, true) === 1,
  };
}

export function candidates(puzzle, { most = 1, ...limits } = {}) {
  enter(puzzle);
  bounds(limits);
  const verdict = ask(
    () => core.satdoku_candidates(at.text, most, at.counts, at.limits, at.error), VERDICTS.slice(0, 3));
  const counts = new Uint32Array(core.memory.buffer, at.counts, 729);
  const found = {};
  NAMES.forEach((name, cell) => {
    found[name] = {};
    for (let d = 0; d < 9; d++) if (counts[9 * cell + d]) found[name][d + 1] = counts[9 * cell + d];
  });
  return { verdict, candidates: found };
}

export function rate(puzzle, limits) {
  enter(puzzle);
  bounds(limits);
  ask(() => core.satdoku_rate(at.text, at.rating, at.limits, at.error), ["ok"]);
  const data = view();
  const [er, ep, ed] = [8, 16, 24].map((offset) => data.getFloat64(at.rating + offset, true));
  return {
    er, ep, ed,
    steps: data.getInt32(at.rating + 32, true),
    level: read(at.rating + 36, 16),
    hardest: read(at.rating + 52, 64).replaceAll("_", "-"),
  };
}

export function generate({ seed, index = 0, symmetry = "none", clues = 0, minimal = false, level, ...limits } = {}) {
  const number = SYMMETRIES.indexOf(symmetry);
  if (number < 0) throw new SudokuError("argument", `symmetry is one of ${SYMMETRIES.join(", ")}, not ${symmetry}`, 0, []);
  seed ??= Math.floor(Math.random() * 2 ** 32);
  bounds(limits);
  if (level !== undefined) write(at.level, String(level), 64);
  const data = view();
  [20, number, clues, minimal ? 1 : 0].forEach((value, i) => data.setInt32(at.wish + 4 * i, value, true));
  data.setUint32(at.wish + 16, level === undefined ? 0 : at.level, true);
  ask(
    () => core.satdoku_generate(BigInt(seed), BigInt(index), at.wish, at.first, at.second, at.limits, at.error),
    ["ok"]);
  return { puzzle: read(at.first, 82), solution: read(at.second, 82), seed };
}

export function canonical(puzzle) {
  enter(puzzle);
  ask(() => core.satdoku_canonical(at.text, at.first, at.error), ["ok"]);
  return read(at.first, 82);
}
