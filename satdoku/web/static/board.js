// <sudoku-board>: the server's picture of board and rules, and on it what the player writes.

import { drawn, element, isBusy, joined, t } from "./page.js";

export const CELL = 64; // as in satdoku/render/svg.py
export const COLOURS = ["#c8c8c8", "#f2c14e", "#f09a78", "#e6b8d3", "#b9a3e3", "#7db8e8", "#9fd6f5", "#74c9a8", "#c9d77f"];
export const SYMBOLS = [..."●▲■◆★○△□◇"]; // each colour's, for those who do not tell colours apart
const MODES = { KeyZ: "digit", KeyX: "corner", KeyC: "centre", KeyV: "colour", KeyB: "letter", KeyG: "pen" };
const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const TWICE = 400; // milliseconds between two taps that are one act
const INSET = 3; // of the outline of the selection
const EMPTY_MARGIN = 12; // of a picture that has nothing beside the board, and what is left of it
const MARGIN = 3;
const LONG = 450; // and of a press that adds a cell: fingers have no Ctrl
export const CORNERS = [[14, 14], [50, 14], [14, 50], [50, 50], [32, 14], [32, 50], [14, 32], [50, 32], [32, 32]];

export class Board extends HTMLElement {
  #view = null;
  #cells = [];
  #at = new Map();
  #focus = 0;
  #dragging = null;
  #tapped = { cell: null, time: 0 };
  #typed = { text: "", time: 0 };
  #pressing = 0;
  #sketch = null; // what is being drawn, an SVG text
  #places = []; // outside of the board, where clues can stand
  #ring = new Map();
  #pick = null;
  #place = null;
  #layers = {}; // pictures below and above the digits
  #outline = null; // of the selection
  #grounds = []; // of the cells: what is coloured there, below the clues
  #held = false; // whether the tool has the pointer
  #last = { x: 0, y: 0 }; // where it was
  selection = [];
  tool = null; // {press, drag, release, hover, key}: asked before the board's own ways of selecting
  pressAdds = false; // a long press of a finger adds a cell
  marksOfKeys = true; // Shift and Ctrl with a digit write marks
  lettersOfKeys = false; // letters are written, and mean nothing else
  alike = (cell) => this.#digitsAlike(cell); // what a double click selects

  connectedCallback() {
    document.addEventListener("keydown", this.#keys);
    document.addEventListener("pointerdown", this.#beyond);
  }

  disconnectedCallback() {
    document.removeEventListener("keydown", this.#keys);
    document.removeEventListener("pointerdown", this.#beyond);
  }

  // A click on the ground of the page, where nothing is, leaves no cell selected.
  #beyond = ({ target }) => {
    if (this.selection.length && !target.closest(".square, .beyond, .card, .top, button, a, summary, dialog")) this.#choose([], false);
  };

  // Keys work wherever the focus is, but where they have a meaning of their own.
  #keys = (event) => {
    const on = event.target;
    if (isBusy() || this.inert || on.closest("input, textarea, select")) return;
    const own = on.closest("button, a, summary") && ["Enter", " "].includes(event.key);
    const elsewhere = !this.contains(on) && (ARROWS[event.code] || /^Page/.test(event.code)) && on !== document.body;
    if (!own && !elsewhere) this.#key(event);
  };

  show(view) {
    const same = this.#view && JSON.stringify(this.#view.cells) === JSON.stringify(view.cells);
    this.#view = view;
    const pictures = [view.picture, view.printed].filter(Boolean).map(drawn);
    const [picture, printed] = pictures;
    printed?.classList.add("printed");
    const [left, top, width, height] = trimmed(picture, view.cells);
    const place = (found, row, column) => {
      found.style.left = `${((column * CELL - left) / width) * 100}%`;
      found.style.top = `${((row * CELL - top) / height) * 100}%`;
      found.style.width = `${(CELL / width) * 100}%`;
      found.style.height = `${(CELL / height) * 100}%`;
    };
    this.#place = place;
    for (const one of pictures) {
      one.setAttribute("aria-hidden", "true");
      one.setAttribute("viewBox", `${left} ${top} ${width} ${height}`);
      one.removeAttribute("role");
    }
    this.style.setProperty("--width", `${width}`);
    this.style.setProperty("--tall", `${height / width}`);
    const [side, above, below] = view.marks_at.insets.map((part) => `${(100 * part) / CELL}%`);
    this.style.setProperty("--inset", `${above} ${side} ${below}`);
    this.style.setProperty("--mark", `${view.marks_at.size}`);
    const grid = element("div.grid", { role: "grid", "aria-label": t("board"), "aria-multiselectable": "true" });
    this.#at = new Map(view.cells.map(([row, column], cell) => [`${row} ${column}`, cell]));
    const rows = new Map();
    this.#cells = view.cells.map(([row, column], cell) => {
      if (!rows.has(row)) rows.set(row, grid.appendChild(element("div", { role: "row", "aria-rowindex": `${row + 1}` })));
      const found = element("div.square", { role: "gridcell", "aria-colindex": `${column + 1}`, tabindex: "-1", "data-cell": `${cell}`, id: `cell-r${row + 1}c${column + 1}` });
      place(found, row, column);
      found.style.setProperty("--at", `${row + column}`);
      rows.get(row).append(found);
      return found;
    });
    const active = this.contains(document.activeElement);
    const beside = this.#besideBoard();
    this.#grounds = view.cells.map(([row, column]) => {
      const found = element("div.ground");
      place(found, row, column);
      return found;
    });
    const paper = groundOf(picture);
    // Beside the board, on the side that has no clues.
    const ends = [[left, width], [top, height]].map(([from, length], axis) => {
      const all = view.cells.map((cell) => cell[1 - axis]);
      return [Math.min(...all) * CELL - from, from + length - (Math.max(...all) + 1) * CELL].map((margin) => margin > MARGIN);
    });
    const numbers = [0, 1].filter((axis) => !ends[axis].every(Boolean)).flatMap((axis) => [...new Set(view.cells.map((cell) => cell[axis]))].map((at) => {
      const found = element(`span.${axis ? "column" : "line"}${ends[axis][0] ? ".far" : ""}`, {}, `${at + 1}`);
      place(found, axis ? 0 : at, axis ? at : 0);
      found.style[axis ? "top" : "left"] = "";
      return found;
    }));
    this.#outline = drawn(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} ${top} ${width} ${height}" class="selection" aria-hidden="true"><path class="halo"/><path/></svg>`);
    this.replaceChildren(element("div.field-of-play", {}, paper, element("div.grounds", { "aria-hidden": "true" }, ...this.#grounds), ...pictures, grid, this.#outline, element("div.numbers", { "aria-hidden": "true" }, ...numbers)));
    this.#layers = {};
    if (!same) this.#focus = 0;
    grid.onpointerdown = (event) => this.#down(event);
    grid.onpointermove = (event) => this.#move(event);
    grid.onpointerup = grid.onpointercancel = (event) => this.#up(event);
    grid.onpointerleave = () => this.tool?.hover?.(null);
    this.#choose(same ? this.selection : [], active);
    this.outside(this.#places, this.#pick, beside);
    this.sketch(this.#sketch); // a pointer that stays where it is sends no event
  }

  // What is being drawn, over the picture.
  sketch(text) {
    this.querySelector(".sketch")?.remove();
    this.#sketch = text;
    if (!text) return;
    const found = drawn(text);
    found.setAttribute("class", "sketch");
    found.setAttribute("aria-hidden", "true");
    found.setAttribute("viewBox", this.querySelector(".field-of-play > svg").getAttribute("viewBox"));
    this.querySelector(".grid").before(found);
  }

  // Places around the board that can be picked: {row, column, label, chosen}; none: no such places.
  outside(places, pick, at = this.#besideBoard()) {
    this.#places = places;
    this.#pick = pick;
    this.#ring = new Map(places.map((one) => {
      const found = element("button.beyond", { type: "button", tabindex: "-1", "aria-label": one.label, "aria-pressed": `${Boolean(one.chosen)}`, onclick: () => pick(one) });
      this.#place(found, one.row, one.column);
      return [`${one.row} ${one.column}`, found];
    }));
    this.classList.toggle("ringed", places.length > 0);
    this.querySelector(".ring")?.remove();
    if (!places.length) return;
    this.querySelector(".field-of-play").append(element("div.ring", { role: "group", "aria-label": t("outside-places") }, ...this.#ring.values()));
    this.#ring.values().next().value.tabIndex = 0;
    if (at) this.#ring.get(at)?.focus({ preventScroll: true });
  }

  // Pictures of the board's places, whatever its own shows round them: {under, over}, SVG texts;
  // null: none any more.
  lay(name, pictures) {
    for (const one of this.#layers[name] ?? []) one.remove();
    this.#layers[name] = Object.entries(pictures ?? {}).map(([where, text]) => {
      const picture = drawn(text);
      picture.setAttribute("viewBox", this.querySelector(".field-of-play > svg").getAttribute("viewBox"));
      const layer = element(`div.layer.${where}`, { "aria-hidden": "true" }, picture);
      this.querySelector(".grid")[where === "under" ? "before" : "after"](layer);
      return layer;
    });
  }

  // The lines of the grid as SVG text, to lie over something else: without `regions` those between the
  // cells and round the board alone.
  gridLines(regions) {
    const [thin, walls] = ["thin", "walls"].map((name) => this.querySelector(`.field-of-play > svg > .${name}`).cloneNode());
    if (!regions) walls.setAttribute("d", `${walls.getAttribute("d").split("Z")[0]}Z`);
    return thin.outerHTML + walls.outerHTML;
  }

  // Lines between the centres of cells, as the player drew them: [[cell, cell], ...].
  lines(pairs) {
    const at = (cell) => this.#view.cells[cell].map((place) => CELL * (place + 0.5)).reverse().join(" ");
    const path = pairs.map(([a, b]) => `M${at(a)}L${at(b)}`).join("");
    this.lay("pen", path ? { over: `<svg xmlns="http://www.w3.org/2000/svg"><path class="pen" d="${path}"/></svg>` } : null);
  }

  #digitsAlike(cell) {
    const { digit } = this.look(cell);
    return digit ? this.#cells.map((_, other) => other).filter((other) => this.look(other).digit === digit) : [];
  }

  // look(cell) -> {digit, given, corner, centre, places, all, colours, classes}
  paint(look) {
    const { digits } = this.#view;
    this.look = look;
    this.#cells.forEach((element_, cell) => {
      const now = look(cell);
      const chosen = this.selection.includes(cell);
      const looks = [chosen && "chosen", now.colours?.length && "wash", ...(now.classes ?? [])].filter(Boolean).join(" ");
      element_.className = ["square", now.given && "given", digits.at(-1) > 9 && "small", now.covered && "covered", looks].filter(Boolean).join(" ");
      this.#grounds[cell].className = `ground ${looks}`; // below the clues; of a cell under fog its own are seen
      for (const one of now.colours?.length ? [element_, this.#grounds[cell]] : []) one.style.setProperty("--wash", wash(now.colours));
      element_.replaceChildren(...signs(now), ...written(now, digits));
      element_.setAttribute("aria-label", this.#label(cell, now));
      element_.setAttribute("aria-selected", `${chosen}`);
    });
  }

  choose(cells, focus = false) {
    this.#choose(cells, focus);
  }

  focusCell() {
    this.#cells[this.#focus]?.focus({ preventScroll: true });
  }

  #label(cell, now) {
    const [row, column] = this.#view.cells[cell];
    const place = t("cell", { row: row + 1, column: column + 1 });
    const notes = [];
    if (now.digit) notes.push(`${now.given ? t("given") + " " : ""}${now.digit}`);
    else {
      const marks = now.all && !now.stale ? Object.keys(now.all) : now.centre;
      if (marks?.length) notes.push(`${t("candidates")} ${[...marks].join(" ")}`);
      if (now.corner?.length) notes.push(`${t("in-corner")} ${[...now.corner].join(" ")}`);
      if (!notes.length) notes.push(t("empty"));
    }
    if (now.letters?.length) notes.push(now.letters.join(" "));
    if (now.colours?.length) notes.push(now.colours.map((number) => t("colour-number", { number })).join(" "));
    if (now.note) notes.push(now.note);
    if (now.classes?.includes("clash") || now.classes?.includes("wrong")) notes.push(t("wrong"));
    return `${place}: ${joined(notes)}`;
  }

  #choose(cells, focus) {
    const other = `${cells}` !== `${this.selection}`;
    if (other) this.#typed.text = ""; // a number is typed in one cell
    this.selection = cells;
    if (cells.length) this.#focus = cells.at(-1);
    this.#cells.forEach((cell, number) => {
      cell.tabIndex = number === this.#focus ? 0 : -1;
      for (const one of [cell, this.#grounds[number]]) one.classList.toggle("chosen", cells.includes(number));
      cell.setAttribute("aria-selected", `${cells.includes(number)}`);
    });
    this.classList.toggle("several", cells.length > 1);
    const around = outline(cells.map((cell) => this.#view.cells[cell]));
    for (const path of this.#outline.children) path.setAttribute("d", around);
    if (focus) this.focusCell();
    if (other) this.dispatchEvent(new CustomEvent("choose"));
  }

  #act(kind, detail = {}) {
    this.dispatchEvent(new CustomEvent("act", { detail: { kind, ...detail } }));
  }

  #cellOf(event, inner) {
    const found = document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".square");
    if (!found || !this.contains(found)) return null;
    if (inner) { // near a corner a diagonal drag would catch the wrong cell
      const box = found.getBoundingClientRect();
      const x = (event.clientX - box.left) / box.width - 0.5;
      const y = (event.clientY - box.top) / box.height - 0.5;
      if (Math.abs(x) + Math.abs(y) > 0.72) return null;
    }
    return Number(found.dataset.cell);
  }

  // Where a pointer is: the cell, and row and column in cells from the upper left corner.
  #spot(event) {
    const box = this.#cells[0].getBoundingClientRect();
    const [row, column] = this.#view.cells[0];
    return {
      cell: this.#cellOf(event, false),
      inner: this.#cellOf(event, true),
      row: row + (event.clientY - box.top) / box.height,
      column: column + (event.clientX - box.left) / box.width,
      more: event.ctrlKey || event.metaKey || event.shiftKey,
    };
  }

  #down(event) {
    const cell = this.#cellOf(event, false);
    if (cell === null || event.button > 0) return;
    event.preventDefault();
    this.#last = { x: event.clientX, y: event.clientY };
    if (this.tool?.press(this.#spot(event))) {
      this.#held = true;
      this.focusCell();
      return;
    }
    const more = event.ctrlKey || event.metaKey || event.shiftKey;
    const removing = more && this.selection.includes(cell);
    this.#dragging = { removing };
    // Browsers count no double clicks where the first was taken from them, and none of a finger.
    const twice = !more && cell === this.#tapped.cell && event.timeStamp - this.#tapped.time < TWICE;
    this.#tapped = { cell: twice ? null : cell, time: event.timeStamp };
    const alike = twice && this.look ? this.alike(cell) : [];
    if (alike.length) {
      this.#dragging = null;
      this.#choose(alike, true);
      return;
    }
    const rest = this.selection.filter((other) => other !== cell);
    const before = this.selection;
    this.#choose(removing ? rest : more ? [...rest, cell] : [cell], true);
    this.#focus = cell;
    if (event.pointerType !== "touch" || !this.pressAdds) return;
    this.#pressing = setTimeout(() => {
      const removes = before.includes(cell) && before.length > 1;
      this.#dragging = { removing: removes };
      this.#choose(removes ? rest : [...rest, cell], true);
    }, LONG);
  }

  #move(event) {
    if (!this.#held && !this.#dragging) return this.tool?.hover(this.#spot(event));
    // A fast pointer is heard of now and then: what lies between two places is passed through too.
    const { x, y } = this.#last;
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    const steps = Math.min(64, Math.ceil((3 * Math.hypot(dx, dy)) / this.#cells[0].offsetWidth)) || 1;
    for (let step = 1; step <= steps; step++) {
      const at = { clientX: x + (dx * step) / steps, clientY: y + (dy * step) / steps };
      if (this.#held) this.tool.drag(this.#spot(at));
      else this.#through(at);
    }
    this.#last = { x: event.clientX, y: event.clientY };
    return undefined;
  }

  #through(event) {
    const cell = this.#cellOf(event, true);
    if (cell === null || cell === this.selection.at(-1)) return;
    clearTimeout(this.#pressing);
    const inside = this.selection.includes(cell);
    if (this.#dragging.removing) {
      if (inside) this.#choose(this.selection.filter((other) => other !== cell), true);
    } else if (inside && this.selection.at(-2) === cell) {
      this.#choose(this.selection.slice(0, -1), true); // back along the line
    } else if (!inside) this.#choose([...this.selection, cell], true);
  }

  #up(event) {
    if (this.#held) {
      this.#held = false;
      return this.tool.release(this.#spot(event));
    }
    clearTimeout(this.#pressing);
    if (!this.#dragging) return undefined;
    this.#dragging = null;
    return this.#act("drawn", { at: this.#spot(event) });
  }

  #key(event) {
    const { code } = event;
    const control = event.ctrlKey || event.metaKey;
    const done = () => event.preventDefault();
    if (ARROWS[code] && this.#leave(event, ARROWS[code])) return done();
    if (ARROWS[code]) {
      const next = this.#beside(this.#focus, ARROWS[code]);
      const more = control || event.shiftKey;
      const before = this.selection.length ? this.selection : [this.#focus];
      const rest = before.filter((other) => other !== next);
      this.#choose(more ? [...rest, next] : [next], true);
      return done();
    }
    if (event.altKey) return undefined;
    if (this.tool?.key(event)) return done();
    const digit = /^(Digit|Numpad)(\d)$/.exec(code)?.[2];
    if (digit !== undefined) {
      const mode = !this.marksOfKeys ? null : control && event.shiftKey ? "colour" : control ? "centre" : event.shiftKey ? "corner" : null;
      this.#digit(digit, mode, event.timeStamp);
      return done();
    }
    if (control) {
      if (code === "KeyA") this.#choose(event.shiftKey ? [] : this.#cells.map((_, cell) => cell), true);
      else if (code === "KeyI") this.#choose(this.#cells.map((_, cell) => cell).filter((cell) => !this.selection.includes(cell)), true);
      else if (code === "KeyZ") this.#act(event.shiftKey ? "redo" : "undo");
      else if (code === "KeyY") this.#act("redo");
      else return undefined;
      return done();
    }
    if (this.lettersOfKeys && /^Key[A-Z]$/.test(code)) this.#act("letter", { letter: code.at(-1) });
    else if (code === "Backspace" || code === "Delete") this.#act("clear");
    else if (MODES[code]) this.#act("mode", { mode: MODES[code] });
    else if (code === "Space" || code === "PageDown") this.#act("next-mode", { by: 1 });
    else if (code === "PageUp") this.#act("next-mode", { by: -1 });
    else if (event.key === "Enter") this.#act("enter");
    else if (code === "Escape") this.#choose([], true);
    else if (event.key.length === 1) return this.#act("key", { key: event.key.toLowerCase() });
    else return undefined;
    return done();
  }

  // The place outside of the board that has the focus.
  #besideBoard() {
    return [...this.#ring].find(([, one]) => one === document.activeElement)?.[0];
  }

  // From a cell at the border to the place beside it, along the places, and back to a cell.
  #leave(event, [down, right]) {
    if (!this.#ring.size || event.shiftKey || event.ctrlKey || event.metaKey) return false;
    const at = this.#besideBoard();
    const [row, column] = at ? at.split(" ").map(Number) : this.#view.cells[this.#focus];
    const next = `${row + down} ${column + right}`;
    const cell = this.#at.get(next);
    if (this.#ring.has(next)) this.#ring.get(next).focus({ preventScroll: true });
    else if (at && cell !== undefined) this.#choose([cell], true);
    return Boolean(at) || this.#ring.has(next);
  }

  #digit(text, mode, now) {
    const { digits } = this.#view;
    const whole = this.#typed.text + text;
    if (digits.at(-1) > 9 && now - this.#typed.time < 900 && digits.includes(Number(whole))) text = whole;
    const digit = Number(text);
    if (digits.includes(digit)) this.#act("digit", { digit, mode, again: text.length > 1 });
    else if (digit === 0) this.#act("clear");
    this.#typed = { text: text.slice(-1), time: now };
  }

  #beside(cell, [down, right]) {
    let [row, column] = this.#view.cells[cell];
    const most = Math.max(...this.#view.cells.flat()) + 1;
    for (let tries = 0; tries < most; tries++) {
      row = (row + down + most) % most;
      column = (column + right + most) % most;
      const found = this.#at.get(`${row} ${column}`);
      if (found !== undefined) return found;
    }
    return cell;
  }
}

// The place of a picture whose empty margins are narrow, so that the board is as large as it can be;
// the paper lies under the cells alone. What stands out of it a little is seen all the same.
function trimmed(picture, cells) {
  const [left, top, width, height] = picture.getAttribute("viewBox").split(" ").map(Number);
  const [rows, columns] = [0, 1].map((axis) => cells.map((cell) => cell[axis]));
  const [start, end] = [(all) => Math.min(...all) * CELL, (all) => (Math.max(...all) + 1) * CELL];
  const narrow = (margin) => (margin > EMPTY_MARGIN ? margin : MARGIN);
  const [west, north] = [start(columns) - narrow(start(columns) - left), start(rows) - narrow(start(rows) - top)];
  const [east, south] = [end(columns) + narrow(left + width - end(columns)), end(rows) + narrow(top + height - end(rows))];
  const sheet = { x: start(columns), y: start(rows), width: end(columns) - start(columns), height: end(rows) - start(rows) };
  for (const [name, value] of Object.entries(sheet)) picture.querySelector(".paper").setAttribute(name, `${value}`);
  return [west, north, east - west, south - north];
}

// The path round some cells by row and column, within them: each side that is the border of the
// selection, from where the border turns inwards or outwards.
export function outline(cells, inset = INSET) {
  const has = new Set(cells.map(String));
  return cells.map(([row, column]) => [[-1, 0], [1, 0], [0, -1], [0, 1]].map(([down, right]) => {
    if (has.has(`${row + down},${column + right}`)) return "";
    const ends = [-1, 1].map((way) => {
      const [aside, across] = [right ? way : 0, down ? way : 0];
      const edge = CELL * ((way > 0 ? 1 : 0) + (down ? column : row));
      if (!has.has(`${row + aside},${column + across}`)) return edge - way * inset;
      return has.has(`${row + down + aside},${column + right + across}`) ? edge + way * inset : edge;
    });
    const side = down ? CELL * (row + (down > 0 ? 1 : 0)) - down * inset : CELL * (column + (right > 0 ? 1 : 0)) - right * inset;
    return down ? `M${ends[0]} ${side}H${ends[1]}` : `M${side} ${ends[0]}V${ends[1]}`;
  }).join("")).join("");
}

// What lies at the bottom of a picture, taken out of it: paper, tints, and the cells that a setter has
// coloured, up to the first that is more than that.
function groundOf(picture) {
  const ground = picture.cloneNode(false);
  const whole = (one) => Number(one.getAttribute("width")) >= 0.9 * CELL && Number(one.getAttribute("height")) >= 0.9 * CELL;
  const below = (one) => one.matches("title, desc, defs, .paper, .area, .hatch") || (one.matches("rect.drawing") && whole(one));
  const parts = [...picture.children];
  const end = parts.findIndex((one) => !below(one));
  ground.append(...parts.slice(0, end));
  return ground;
}

function wash(colours) {
  if (colours.length === 1) return COLOURS[colours[0] - 1];
  const part = 360 / colours.length;
  return `conic-gradient(${colours.map((c, i) => `${COLOURS[c - 1]} ${i * part}deg ${(i + 1) * part}deg`).join(", ")})`;
}

// Each has an element of its own: a cell that was found wrong may be coloured, chosen and hinted at.
function signs({ classes = [], symbols = [], sign }) {
  const found = sign ? [element("i.sign", { "aria-hidden": "true" }, sign)] : [];
  const marks = ["wrong", "look"].filter((name) => classes.includes(name)).map((name) => element(`i.${name}`, { "aria-hidden": "true" }, name === "wrong" ? "✕" : ""));
  if (symbols.length) marks.push(element("b.symbols", { "aria-hidden": "true" }, symbols.map((number) => SYMBOLS[number - 1]).join("")));
  return [...found, ...marks];
}

// Each digit has its place, as in the pictures of hints.
function inPlaces(kind, digits) {
  const found = element(kind);
  found.style.gridTemplateColumns = `repeat(${Math.ceil(Math.sqrt(digits.length))}, 1fr)`;
  return found;
}

function written(now, digits) {
  const found = now.letters?.length ? [element("span.letters", {}, now.letters.join(""))] : [];
  if (now.digit) return [element("span.digit", {}, `${now.digit}`), ...found];
  if (now.all) {
    const all = inPlaces("span.all", digits);
    const alone = Object.keys(now.all).length === 1 && !now.stale;
    for (const digit of digits) {
      const times = now.all[digit];
      const count = times && times < now.cap && !now.stale && !alone ? element("sub", {}, `${times}`) : null;
      all.append(times ? element(alone ? "b.only" : "b", {}, `${digit}`, count) : element("b"));
    }
    return [all, ...found];
  }
  if (now.centre?.length && now.places && !now.corner?.length) {
    const span = inPlaces("span.all.centre", digits);
    span.append(...digits.map((digit) => element("b", {}, now.centre.includes(digit) ? `${digit}` : "")));
    found.push(span);
  } else if (now.centre?.length) {
    const span = element("span.centre", {}, now.centre.join(digits.at(-1) > 9 ? " " : ""));
    span.style.setProperty("--size", now.centre.length > 5 ? "13" : "17");
    found.push(span);
  }
  now.corner?.forEach((digit, number) => {
    const [x, y] = CORNERS[number % CORNERS.length];
    const span = element("span.corner", {}, `${digit}`);
    span.style.left = `${(x / CELL) * 100}%`;
    span.style.top = `${(y / CELL) * 100}%`;
    span.style.transform = "translate(-50%, -50%)";
    found.push(span);
  });
  return found;
}

customElements.define("sudoku-board", Board);
