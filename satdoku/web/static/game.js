// What a player has written: digits, corner and centre marks, colours, letters, lines of the pen
// (by the two cells that each joins, "12-13"), and the way back.

import { option } from "./page.js";

const LAYERS = ["values", "centre", "corner", "colours", "letters", "lines"];
const LAYER_OF = { colour: "colours", letter: "letters" }; // others have the name of their mode
const EMPTY = () => Object.fromEntries(LAYERS.map((layer) => [layer, {}]));
const LETTER = /^[A-Z]$/;
const KEPT = 200; // steps back that a reload leaves

export class Game {
  constructor(view, onchange) {
    this.view = view;
    this.onchange = onchange;
    this.names = view.cells.map(([row, column]) => `r${row + 1}c${column + 1}`);
    this.cellOf = new Map(this.names.map((name, cell) => [name, cell]));
    this.givens = new Map(Object.entries(view.givens).map(([name, digit]) => [this.cellOf.get(name), digit]));
    this.fogged = false; // whether fog hides what is not lit: for who plays, not for who sets
    this.lifted = false;
    this.right = null; // the digit of each cell, once it is known
    this.lit = null; // the cells without fog; null where all are
    this.past = [];
    this.future = [];
    this.now = EMPTY();
    for (const [name, digit] of Object.entries(view.values ?? {})) this.now.values[this.cellOf.get(name)] = digit;
    for (const [name, digits] of Object.entries(view.marks ?? {})) this.now.centre[this.cellOf.get(name)] = digits;
    for (const [name, digits] of Object.entries(view.corners ?? {})) this.now.corner[this.cellOf.get(name)] = digits;
  }

  // What was kept or came with a link: as much of it as the board can hold.
  restore({ now, past = [], future = [], lifted = false }) {
    this.lifted = lifted === true;
    this.now = this.#fitting(now);
    [this.past, this.future] = [past, future].map((all) => (Array.isArray(all) ? all.map((one) => this.#fitting(one)) : []));
  }

  get kept() {
    return { now: this.now, past: this.past.slice(-KEPT), future: this.future.slice(-KEPT), ...(this.lifted && { lifted: true }) };
  }

  #fitting(state) {
    const { digits } = this.view;
    const known = { colours: (one) => one >= 1 && one <= 9 && Number.isInteger(one), letters: (one) => LETTER.test(one), lines: (one) => one === 1 };
    return Object.fromEntries(LAYERS.map((layer) => {
      const fit = known[layer] ?? ((one) => digits.includes(one));
      const here = (key) => key.split("-").every((cell) => this.names[cell]) && (layer in known || this.view.fog || !this.givens.has(Number(key)));
      const fits = ([key, all]) => here(key) && Array.isArray(layer === "values" ? [all] : all) && (layer === "values" ? [all] : all).every(fit);
      return [layer, Object.fromEntries(Object.entries(state?.[layer] ?? {}).filter(fits))];
    }));
  }

  // -- fog: under it the game is about what is lit ---------------------------------------------------

  // Lamps are lit, and the cells around each right digit that was written, with what that reveals.
  light() {
    this.lit = this.#litBy(this.now);
  }

  #litBy({ values }) {
    const { fog, cells } = this.view;
    if (!this.fogged || !fog || this.lifted) return null;
    const lit = new Set(fog.lamps.map((name) => this.cellOf.get(name)));
    const reveals = (cell) => fog.reveals?.filter((one) => one.cell === this.names[cell]).flatMap((one) => one.cells.map((name) => this.cellOf.get(name))) ?? [];
    const near = (cell) => cells.flatMap((at, other) => (at.every((place, axis) => Math.abs(place - cells[cell][axis]) <= 1) ? [other] : []));
    for (const [key, digit] of Object.entries(values)) {
      if (this.right?.[key] === digit) [...near(Number(key)), ...reveals(Number(key))].forEach((cell) => lit.add(cell));
    }
    return lit.size < cells.length ? lit : null;
  }

  isLit(cell) {
    return !this.lit || this.lit.has(cell);
  }

  isGiven(cell) {
    return this.givens.has(cell) && this.isLit(cell);
  }

  get knowsRegions() {
    return !this.view.puzzle.board?.regions;
  }

  // Regions are known where they are boxes, or lit.
  get houses() {
    if (!this.lit || this.knowsRegions) return this.view.houses;
    const isLine = (house) => [0, 1].some((axis) => new Set(house.map((cell) => this.view.cells[cell][axis])).size === 1);
    return this.view.houses.filter((house) => isLine(house) || house.every((cell) => this.isLit(cell)));
  }

  #done() {
    this.light();
    this.onchange();
  }

  digit(cell) {
    return this.isGiven(cell) ? this.givens.get(cell) : this.now.values[cell];
  }

  sees(cell) {
    return new Set(this.houses.filter((house) => house.includes(cell)).flat());
  }

  // How many of a digit are still to be written; null where a board does not say it.
  left(digit) {
    const { cells, digits, houses } = this.view;
    const rows = houses.filter((house) => house.length === digits.length && new Set(house.map((cell) => cells[cell][0])).size === 1);
    if (rows.length * digits.length !== cells.length) return null;
    return rows.length - this.names.filter((_, cell) => this.digit(cell) === digit).length;
  }

  get isBegun() {
    return LAYERS.some((layer) => Object.keys(this.now[layer]).length);
  }

  get isFull() {
    return this.names.every((_, cell) => this.givens.has(cell) || this.digit(cell));
  }

  // Cells that show a digit twice in a house.
  clashes() {
    const found = new Set();
    for (const house of this.houses) {
      const by = new Map();
      for (const cell of house) {
        const digit = this.digit(cell);
        if (digit === undefined) continue;
        if (by.has(digit)) found.add(cell).add(by.get(digit));
        else by.set(digit, cell);
      }
    }
    return found;
  }

  // What the server is asked about: as much of the puzzle as is lit.
  get fields() {
    return this.#fieldsOf(this.now);
  }

  #fieldsOf(state) {
    const lit = this.#litBy(state);
    const open = (cell) => !this.givens.has(cell) || (lit && !lit.has(cell));
    return { ...this.#written(state, open), ...(lit && { lit: [...lit].map((cell) => this.names[cell]) }) };
  }

  // All of the puzzle, whatever fog there is, with the notes in corners, which no answer is about.
  get whole() {
    const open = (cell) => !this.givens.has(cell);
    return { ...this.#written(this.now, open), corners: this.#named(this.now.corner, open) };
  }

  #written(state, open) {
    return { puzzle: JSON.stringify(this.view.puzzle), values: this.#named(state.values, open), marks: this.#named(state.centre, open) };
  }

  #named(layer, open) {
    return Object.fromEntries(Object.entries(layer).filter(([cell]) => open(Number(cell))).map(([cell, value]) => [this.names[cell], value]));
  }

  // The last change that wrote digits, or else took candidates away, and still stands: what the server is
  // asked about it, on the board before; null where there is none.
  get lastMove() {
    const { now } = this;
    const states = [...this.past, now];
    for (let at = states.length - 1; at > 0; at--) {
      const [before, after] = [states[at - 1], states[at]];
      const written = Object.entries(after.values).filter(([cell, digit]) => before.values[cell] !== digit && now.values[cell] === digit);
      const stands = (cell, mark) => now.values[cell] === undefined && now.centre[cell]?.includes(mark) === false;
      const gone = Object.entries(after.centre).flatMap(([cell, marks]) => (before.centre[cell] ?? []).filter((mark) => !marks.includes(mark) && stands(cell, mark)).map((mark) => `${this.names[cell]}<>${mark}`));
      const moves = written.length ? written.map(([cell, digit]) => `${this.names[cell]}=${digit}`) : gone;
      if (moves.length) return { ...this.#fieldsOf(this.#standing(before)), moves };
    }
    return null;
  }

  // What of an earlier board is still written: a digit that was taken back, or written over, is not judged,
  // nor is a candidate that has come back.
  #standing({ values, centre, ...rest }) {
    const { now } = this;
    const digits = Object.fromEntries(Object.entries(values).filter(([cell, digit]) => now.values[cell] === digit));
    const marks = Object.entries(centre).map(([cell, here]) => [cell, now.values[cell] === undefined ? here.concat(now.centre[cell] ?? this.view.digits) : here]);
    return { ...rest, values: digits, centre: Object.fromEntries(marks.map(([cell, here]) => [cell, [...new Set(here)].sort((a, b) => a - b)])) };
  }

  change(edit) {
    const before = structuredClone(this.now);
    edit(this.now);
    for (const layer of LAYERS) {
      for (const [cell, value] of Object.entries(this.now[layer])) {
        if (Array.isArray(value) && !value.length) delete this.now[layer][cell];
      }
    }
    if (JSON.stringify(before) === JSON.stringify(this.now)) return;
    this.past.push(before);
    this.future = [];
    this.#done();
  }

  undo() {
    if (!this.past.length) return;
    [this.now] = [this.past.pop(), this.future.push(this.now)];
    this.#done();
  }

  redo() {
    if (!this.future.length) return;
    [this.now] = [this.future.pop(), this.past.push(this.now)];
    this.#done();
  }

  enter(cells, digit, mode) {
    if (mode === "digit") return this.#write(cells.filter((cell) => !this.isGiven(cell)), digit);
    const layer = LAYER_OF[mode] ?? mode;
    const open = mode in LAYER_OF ? cells : cells.filter((cell) => this.digit(cell) === undefined);
    this.change((now) => {
      const has = (cell) => now[layer][cell]?.includes(digit);
      const remove = open.every(has);
      for (const cell of open) {
        const rest = (now[layer][cell] ?? []).filter((other) => other !== digit);
        now[layer][cell] = remove ? rest : [...rest, digit].sort((a, b) => (a < b ? -1 : 1));
      }
    });
    return undefined;
  }

  #write(cells, digit) {
    this.change((now) => {
      const remove = cells.every((cell) => now.values[cell] === digit);
      for (const cell of cells) {
        if (remove) {
          delete now.values[cell];
          continue;
        }
        this.place(now, cell, digit);
      }
    });
  }

  // A digit takes its marks from the cells that see it, where the player wants that.
  place(now, cell, digit) {
    now.values[cell] = digit;
    if (!option("tidy")) return;
    for (const other of this.sees(cell)) {
      for (const layer of [now.centre, now.corner]) {
        if (layer[other]) layer[other] = layer[other].filter((mark) => mark !== digit);
      }
    }
  }

  // What was found wrong goes: digits, and candidates that lack the right one.
  takeBack(cells) {
    this.change((now) => {
      for (const cell of cells) {
        delete now.values[cell];
        delete now.centre[cell];
      }
    });
  }

  // A stroke of the pen; one that is there already is taken away.
  pen(cells) {
    const near = ([a, b]) => this.view.cells[a].every((place, axis) => Math.abs(place - this.view.cells[b][axis]) <= 1);
    const pairs = cells.slice(1).map((cell, at) => [cells[at], cell]).filter(near);
    const keys = pairs.map((pair) => pair.sort((a, b) => a - b).join("-"));
    this.change(({ lines }) => {
      const remove = keys.every((key) => lines[key]);
      for (const key of keys) {
        if (remove) delete lines[key];
        else lines[key] = [1];
      }
    });
  }

  // The topmost layer that any of the cells has.
  clear(cells) {
    const at = (layer) => Object.keys(this.now[layer]).filter((key) => key.split("-").some((cell) => cells.includes(Number(cell))));
    const layer = LAYERS.find((name) => at(name).length);
    if (layer) this.change((now) => at(layer).forEach((key) => delete now[layer][key]));
  }

  // The cells that have all that a cell has in a layer: in the first of some that it has any in.
  alike(cell, layers) {
    const all = (layer, one) => [layer === "values" ? this.digit(one) : this.now[layer][one]].flat().filter((part) => part !== undefined);
    const layer = layers.find((name) => all(name, cell).length);
    const cells = this.names.map((_, other) => other);
    return layer ? cells.filter((other) => all(layer, cell).every((part) => all(layer, other).includes(part))) : [];
  }

  restart() {
    this.change((now) => Object.assign(now, EMPTY()));
  }
}
