// Plain classic boards in the page itself: read, drawn, marked and filled without Python, so that a
// game begins at once. What is answered here is what satdoku/web/questions.py answers; whatever is
// out of the ordinary (digits that clash, other boards) is left to it.

const TEXTS = ["title", "author", "rules"];
const KNOWN = new Set(["satdoku", "board", "givens", "solution", ...TEXTS]);
const NAMES = Array.from({ length: 81 }, (_, cell) => `r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1}`);
const CELL = new Map(NAMES.map((name, cell) => [name, cell]));
const DIGITS = [1, 2, 3, 4, 5, 6, 7, 8, 9];

// What build.py has asked about the empty board: {view, looks: {"light": ..., "dark-bare": ...}}.
const empty = fetch("./classic.json").then((found) => (found.ok ? found.json() : null)).catch(() => null);

// The board that a question is about, where it is a plain classic one: its givens and texts.
export function classic({ puzzle }) {
  if (typeof puzzle !== "string") return null;
  if (/^\s*[0-9.]{81}\s*$/.test(puzzle)) return { givens: puzzle.trim().replaceAll("0", "."), texts: {} };
  let data;
  try {
    data = JSON.parse(puzzle);
  } catch {
    return null;
  }
  const { size, box } = data?.board ?? {};
  const plain = data?.satdoku === 1 && size === 9 && box?.[0] === 3 && box[1] === 3 && Object.keys(data.board).length === 2;
  if (!plain || !Object.keys(data).every((key) => KNOWN.has(key)) || !/^[1-9.]{81}$/.test(data.givens)) return null;
  const texts = Object.fromEntries(TEXTS.filter((key) => typeof data[key] === "string").map((key) => [key, data[key]]));
  return { givens: data.givens, texts };
}

// The digits of givens and player by cell; null where some clash.
function digitsOf({ givens }, values, houses) {
  const digits = [...givens].map((one) => Number(one) || 0);
  for (const [name, digit] of Object.entries(values ?? {})) {
    const cell = CELL.get(name);
    if (cell === undefined || !DIGITS.includes(digit) || (digits[cell] && digits[cell] !== digit)) return null;
    digits[cell] = digit;
  }
  const clash = houses.some((house) => {
    const here = house.map((cell) => digits[cell]).filter(Boolean);
    return new Set(here).size < here.length;
  });
  return clash ? null : digits;
}

// The candidates of the open cells: what nothing written excludes, and the player has not.
function candidatesOf(digits, marks, houses) {
  const found = new Map();
  digits.forEach((digit, cell) => {
    if (digit) return;
    const seen = new Set(houses.filter((house) => house.includes(cell)).flat().map((other) => digits[other]));
    const own = marks?.[NAMES[cell]] ?? DIGITS;
    found.set(cell, DIGITS.filter((one) => !seen.has(one) && own.includes(one)));
  });
  return found;
}

const ANSWERS = {
  view({ style = "light", bare = false }, board, { view, looks }) {
    const { givens, texts } = board;
    const look = looks[`${style}${bare ? "-bare" : ""}`];
    if (!look || !digitsOf(board, {}, view.houses)) return null;
    const { rules = null, title = null, author = null } = texts;
    return {
      ...view, ...look, title, author, written_rules: rules,
      puzzle: { satdoku: 1, ...texts, board: { size: 9, box: [3, 3] }, givens },
      givens: Object.fromEntries([...givens].flatMap((digit, cell) => (digit === "." ? [] : [[NAMES[cell], Number(digit)]]))),
    };
  },

  marks({ values, marks }, board, { view }) {
    const digits = digitsOf(board, values, view.houses);
    return digits && { marks: Object.fromEntries([...candidatesOf(digits, marks, view.houses)].map(([cell, here]) => [NAMES[cell], here])) };
  },

  singles({ values, marks }, board, { view }) {
    const digits = digitsOf(board, values, view.houses);
    const written = [];
    for (let single = true; digits && single; ) {
      single = [...candidatesOf(digits, marks, view.houses)].find(([, here]) => here.length === 1);
      if (!single) break;
      const [cell, [digit]] = single;
      digits[cell] = digit;
      written.push([NAMES[cell], digit]);
    }
    return digits && { values: written };
  },
};

// The answer to a question about a plain classic board; null where Python has to give it.
export async function atOnce(message, board) {
  const known = await empty;
  return known && (ANSWERS[message.ask]?.(message, board, known) ?? null);
}
