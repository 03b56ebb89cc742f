// A picture of the board to keep: SVG as the server draws it, and PNG, which the page makes of it.

import { CELL, COLOURS, CORNERS, SYMBOLS } from "./board.js";
import { Answer, button, choice, drawn, element, field, option, settings, show, t, tick } from "./page.js";

const LOOKS = ["light", "dark", "print"];
const INKS = { light: "#444444", dark: "#c8c8c8", print: "#333333" }; // of marks, as in satdoku/render/style.py
const FOG = "#8f939b";
const PEN = "#d0342c";
const DEEP = 2; // pixels of a PNG for each unit of the picture
const LONGEST = 4096; // pixels of a side: a phone takes no more

// What a player has written besides digits, as drawings over and under the digits of the board.
function drawings(game, now, look) {
  const { view } = game;
  const at = (cell, down = 0.5, right = 0.5) => [view.cells[cell][0] + down, view.cells[cell][1] + right];
  const text = (spot, words, size, more = {}) => ({ kind: "mark", over: true, spots: [spot], text: words, ink: INKS[look], font: size / CELL, ...more });
  const all = (layer) => Object.entries(now[layer]).map(([key, value]) => [Number(key), value]);
  const open = (layer) => all(layer).filter(([cell]) => game.digit(cell) === undefined);
  const marks = Number(option("marks"));
  const wide = view.digits.at(-1) > 9;
  return [
    ...all("colours").flatMap(([cell, colours]) => colours.map((number, part) => ({ kind: "mark", spots: [at(cell, 0.5, (part + 0.5) / colours.length)], size: [1, 1 / colours.length], fill: `${COLOURS[number - 1]}80` }))),
    ...(option("symbols") ? all("colours").map(([cell, colours]) => text(at(cell, 0.86, 0.5), colours.map((number) => SYMBOLS[number - 1]).join(""), 12)) : []),
    ...game.names.flatMap((_, cell) => (game.isLit(cell) ? [] : [{ kind: "mark", over: true, spots: [at(cell)], size: [1, 1], fill: FOG }])),
    ...open("centre").map(([cell, digits]) => text(at(cell), digits.join(wide ? " " : ""), (digits.length > 5 ? 13 : 17) * marks)),
    ...open("corner").flatMap(([cell, digits]) => digits.map((digit, number) => {
      const [x, y] = CORNERS[number % CORNERS.length];
      return text(at(cell, y / CELL, x / CELL), `${digit}`, 15 * marks);
    })),
    ...all("letters").map(([cell, letters]) => text(at(cell, 0.83, 0.85), letters.join(""), 15)),
    ...Object.keys(now.lines).map((key) => ({ kind: "line", over: true, spots: key.split("-").map((cell) => at(Number(cell))), stroke: PEN, width: 4 / CELL })),
  ];
}

// The document with a size of its own, which a canvas needs.
function sized(text) {
  const svg = drawn(text);
  const [, , width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const deep = Math.min(DEEP, LONGEST / Math.max(width, height));
  svg.setAttribute("width", `${Math.round(deep * width)}`);
  svg.setAttribute("height", `${Math.round(deep * height)}`);
  return new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" });
}

async function painted(image) {
  await image.decode();
  const canvas = element("canvas", { width: image.naturalWidth, height: image.naturalHeight });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

export function picture(game) {
  const answer = new Answer();
  const place = element("div.picture");
  const ways = element("div.row");
  const wishes = { look: settings.theme, bare: !option("labels"), written: game.isBegun };
  const name = (game.view.title ?? "").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "") || "sudoku";
  let links = [];
  let asked = 0;
  const linked = (blob) => {
    links.push(URL.createObjectURL(blob));
    return links.at(-1);
  };
  const forget = () => {
    links.forEach((link) => URL.revokeObjectURL(link));
    links = [];
  };
  const save = (blob, kind) => element("a.button.main", { href: linked(blob), download: `${name}.${kind.toLowerCase()}` }, kind);
  async function make() {
    const own = ++asked;
    const { look, bare, written } = wishes;
    ways.replaceChildren(); // those of the picture before
    const { puzzle, values, lit } = game.fields;
    const now = written ? game.now : Object.fromEntries(Object.keys(game.now).map((layer) => [layer, {}]));
    const found = await answer.ask("picture", { puzzle, ...(lit && { lit }), ...(written && { values }), drawings: drawings(game, now, look), style: look, bare });
    if (!found || !place.isConnected) return;
    forget();
    const svg = sized(found.picture);
    const image = element("img", { src: linked(svg), alt: t("board") });
    place.replaceChildren(image);
    const png = await painted(image);
    if (own !== asked || !place.isConnected) return; // another picture was asked for meanwhile
    const copy = button("copy", () => navigator.clipboard.write([new ClipboardItem({ "image/png": png })]).then(() => { copy.textContent = t("copied"); }));
    ways.replaceChildren(save(png, "PNG"), save(svg, "SVG"), ...("ClipboardItem" in window ? [copy] : []));
  }
  const wish = (key) => (value) => {
    wishes[key] = value;
    make();
  };
  const dialog = show(t("picture"), ways,
    field("picture-look", choice(LOOKS.map((one) => [one, t(`look-${one}`)]), wishes.look, wish("look"))),
    ...(game.isBegun ? [tick("picture-written", true, wish("written"))] : []),
    tick("option-labels", !wishes.bare, (on) => wish("bare")(!on)),
    answer.element, place);
  dialog.addEventListener("close", forget, { once: true });
  return make();
}
