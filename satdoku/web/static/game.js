// What a player has written: digits, corner and centre marks, colours, and the way back.

const LAYERS = ["values", "centre", "corner", "colours"];
const KEPT = 200; // steps back that a reload leaves

export class Game {
  constructor(view, onchange) {
    this.view = view;
    this.onchange = onchange;
    this.names = view.cells.map(([row, column]) => `r${row + 1}c${column + 1}`);
    this.cellOf = new Map(this.names.map((name, cell) => [name, cell]));
    this.givens = new Map(Object.entries(view.givens).map(([name, digit]) => [this.cellOf.get(name), digit]));
    this.houses = view.houses;
    this.past = [];
    this.future = [];
    this.now = { values: {}, centre: {}, corner: {}, colours: {} };
    this.clean = true; // a digit takes its marks from the cells that see it
    for (const [name, digit] of Object.entries(view.values ?? {})) this.now.values[this.cellOf.get(name)] = digit;
    for (const [name, digits] of Object.entries(view.marks ?? {})) this.now.centre[this.cellOf.get(name)] = digits;
  }

  // What was kept or came with a link: as much of it as the board can hold.
  restore({ now, past = [], future = [] }) {
    this.now = this.#fitting(now);
    [this.past, this.future] = [past, future].map((all) => (Array.isArray(all) ? all.map((one) => this.#fitting(one)) : []));
  }

  get kept() {
    return { now: this.now, past: this.past.slice(-KEPT), future: this.future.slice(-KEPT) };
  }

  #fitting(state) {
    const { digits } = this.view;
    return Object.fromEntries(LAYERS.map((layer) => {
      const known = layer === "colours" ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : digits;
      const fits = (cell, all) => this.names[cell] && Array.isArray(all) && all.every((one) => known.includes(one)) && (layer === "colours" || !this.givens.has(Number(cell)));
      return [layer, Object.fromEntries(Object.entries(state?.[layer] ?? {}).filter(([cell, value]) => fits(cell, layer === "values" ? [value] : value)))];
    }));
  }

  digit(cell) {
    return this.givens.get(cell) ?? this.now.values[cell];
  }

  sees(cell) {
    return new Set(this.houses.filter((house) => house.includes(cell)).flat());
  }

  get isFull() {
    return this.names.every((_, cell) => this.digit(cell));
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

  // What the server is asked about.
  get fields() {
    const named = (layer) => Object.fromEntries(Object.entries(layer).map(([cell, value]) => [this.names[cell], value]));
    return { puzzle: JSON.stringify(this.view.puzzle), values: named(this.now.values), marks: named(this.now.centre) };
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
    this.onchange();
  }

  undo() {
    if (!this.past.length) return;
    [this.now] = [this.past.pop(), this.future.push(this.now)];
    this.onchange();
  }

  redo() {
    if (!this.future.length) return;
    [this.now] = [this.future.pop(), this.past.push(this.now)];
    this.onchange();
  }

  enter(cells, digit, mode) {
    if (mode === "digit") return this.#write(cells.filter((cell) => !this.givens.has(cell)), digit);
    const open = mode === "colour" ? cells : cells.filter((cell) => this.digit(cell) === undefined);
    const layer = mode === "colour" ? "colours" : mode;
    this.change((now) => {
      const has = (cell) => now[layer][cell]?.includes(digit);
      const remove = open.every(has);
      for (const cell of open) {
        const rest = (now[layer][cell] ?? []).filter((other) => other !== digit);
        now[layer][cell] = remove ? rest : [...rest, digit].sort((a, b) => a - b);
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
        now.values[cell] = digit;
        if (!this.clean) continue;
        for (const other of this.sees(cell)) {
          for (const layer of [now.centre, now.corner]) {
            if (layer[other]) layer[other] = layer[other].filter((mark) => mark !== digit);
          }
        }
      }
    });
  }

  // The topmost layer that any of the cells has.
  clear(cells) {
    this.change((now) => {
      const layer = LAYERS.find((name) => cells.some((cell) => now[name][cell] !== undefined));
      if (layer) for (const cell of cells) delete now[layer][cell];
    });
  }

  restart() {
    this.change((now) => LAYERS.forEach((layer) => (now[layer] = {})));
  }
}
