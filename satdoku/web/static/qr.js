// QR codes (ISO/IEC 18004) of bytes with the lowest level of correction, as addresses have them.

// By version: codewords of correction in a block, and blocks. Larger ones are hard to read from a screen.
const CORRECTION = [0, 7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26];
const BLOCKS = [0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12];
const MASKS = [
  (y, x) => (x + y) % 2, (y) => y % 2, (y, x) => x % 3, (y, x) => (x + y) % 3, (y, x) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2,
  (y, x) => ((x * y) % 2) + ((x * y) % 3), (y, x) => (((x * y) % 2) + ((x * y) % 3)) % 2, (y, x) => (((x + y) % 2) + ((x * y) % 3)) % 2,
];
const QUIET = 4; // modules round the code

const aligned = (version) => Math.floor(version / 7) + 2; // patterns in a row, from version 2 on

// Codewords that a version has, of data and of correction.
function codewords(version) {
  const count = aligned(version);
  const patterns = version < 2 ? 0 : (25 * count - 10) * count - 55 + (version < 7 ? 0 : 36);
  return Math.floor(((16 * version + 128) * version + 64 - patterns) / 8);
}

// In the field of 256 elements.
function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) product = (product << 1) ^ ((product >>> 7) * 0x11d) ^ (((other >>> bit) & 1) * one);
  return product;
}

function corrected(data, count) {
  let divisor = [1];
  for (let power = 0, root = 1; power < count; power++, root = times(root, 2)) {
    divisor = [...divisor, 0].map((one, at) => one ^ (at ? times(divisor[at - 1], root) : 0));
  }
  const rest = Array(count).fill(0);
  for (const byte of data) {
    const factor = byte ^ rest.shift();
    rest.push(0);
    divisor.slice(1).forEach((one, at) => { rest[at] ^= times(one, factor); });
  }
  return rest;
}

// The bytes with their head and padding, in blocks that take turns, each with its correction.
function laid(bytes, version) {
  const [blocks, extra] = [BLOCKS[version], CORRECTION[version]];
  const room = codewords(version) - blocks * extra;
  // Half a codeword says that bytes follow, so all else begins in the middle of one.
  const nibbles = (value, ...shifts) => shifts.map((shift) => (value >> shift) & 15);
  const halves = [4, ...nibbles(bytes.length, ...(version < 10 ? [4, 0] : [12, 8, 4, 0])), ...bytes.flatMap((one) => nibbles(one, 4, 0)), 0];
  const data = Array.from({ length: halves.length / 2 }, (_, at) => (halves[2 * at] << 4) | halves[2 * at + 1]);
  for (let at = 0; data.length < room; at++) data.push(at % 2 ? 0x11 : 0xec);
  const short = Math.floor(room / blocks);
  const long = room % blocks; // so many blocks at the end have one more
  const all = Array.from({ length: blocks }, (_, at) => {
    const more = Math.max(0, at - (blocks - long));
    return data.slice(at * short + more, (at + 1) * short + more + (at >= blocks - long ? 1 : 0));
  });
  const turns = (parts) => Array.from({ length: Math.max(...parts.map((one) => one.length)) }, (_, at) => parts.flatMap((one) => one.slice(at, at + 1))).flat();
  return [...turns(all), ...turns(all.map((one) => corrected(one, extra)))];
}

// The patterns by which a reader finds the code, and null where there is room for data.
function frame(version) {
  const size = 17 + 4 * version;
  const rows = Array.from({ length: size }, () => Array(size).fill(null));
  const ring = (y, x, far) => {
    for (let down = -far; down <= far; down++) {
      for (let right = -far; right <= far; right++) {
        const away = Math.max(Math.abs(down), Math.abs(right));
        if (rows[y + down]?.[x + right] !== undefined) rows[y + down][x + right] = away !== 2 && away !== 4 ? 1 : 0;
      }
    }
  };
  for (let at = 0; at < size; at++) rows[6][at] = rows[at][6] = (at + 1) % 2;
  if (version > 1) {
    const step = 2 * Math.floor((8 * version + 3 * aligned(version) + 5) / (4 * aligned(version) - 4));
    const places = [6, ...Array.from({ length: aligned(version) - 1 }, (_, at) => size - 7 - at * step)];
    for (const y of places) {
      // Corners have patterns of their own.
      for (const x of places) if (![[6, 6], [6, size - 7], [size - 7, 6]].some(([row, column]) => row === y && column === x)) aligning(rows, y, x);
    }
  }
  for (const [y, x] of [[3, 3], [3, size - 4], [size - 4, 3]]) ring(y, x, 4);
  return rows;
}

function aligning(rows, y, x) {
  for (let down = -2; down <= 2; down++) {
    for (let right = -2; right <= 2; right++) rows[y + down][x + right] = Math.max(Math.abs(down), Math.abs(right)) === 1 ? 0 : 1;
  }
}

const remainder = (value, bits, divisor) => Array.from({ length: bits }).reduce((rest) => (rest << 1) ^ ((rest >>> (bits - 1)) * divisor), value);

// Which mask was taken, and the version, each twice.
function described(rows, version, mask) {
  const size = rows.length;
  const form = (((8 | mask) << 10) | remainder(8 | mask, 10, 0x537)) ^ 0x5412;
  const first = [[0, 8], [1, 8], [2, 8], [3, 8], [4, 8], [5, 8], [7, 8], [8, 8], [8, 7], [8, 5], [8, 4], [8, 3], [8, 2], [8, 1], [8, 0]];
  for (let bit = 0; bit < 15; bit++) {
    const dark = (form >>> bit) & 1;
    const [y, x] = first[bit];
    rows[y][x] = dark;
    if (bit < 8) rows[8][size - 1 - bit] = dark;
    else rows[size - 15 + bit][8] = dark;
  }
  rows[size - 8][8] = 1;
  const told = (version << 12) | remainder(version, 12, 0x1f25);
  for (let bit = 0; version > 6 && bit < 18; bit++) {
    const [across, along] = [size - 11 + (bit % 3), Math.floor(bit / 3)];
    rows[across][along] = rows[along][across] = (told >>> bit) & 1;
  }
}

// What makes a code hard to read: long runs, squares of one colour, and what looks like its corners.
function penalty(rows) {
  const lines = [...rows, ...rows.map((_, at) => rows.map((row) => row[at]))].map((row) => row.join(""));
  const dark = rows.flat().reduce((sum, one) => sum + one) / rows.length ** 2;
  let sum = 10 * Math.floor(Math.abs(20 * dark - 10));
  for (const line of lines) {
    for (const [run] of line.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
    sum += 40 * [...line.matchAll(/(?=00001011101|10111010000)/g)].length;
  }
  for (let y = 1; y < rows.length; y++) {
    for (let x = 1; x < rows.length; x++) if ([rows[y - 1][x], rows[y][x - 1], rows[y - 1][x - 1]].every((one) => one === rows[y][x])) sum += 3;
  }
  return sum;
}

// The modules of the code of a text, row by row, 1 where dark; null where it is too long.
export function modules(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = CORRECTION.findIndex((extra, at) => at && bytes.length + (at < 10 ? 2 : 3) <= codewords(at) - BLOCKS[at] * extra);
  if (version < 0) return null;
  const free = frame(version);
  described(free, version, 0); // these places are taken too
  const bits = laid(bytes, version).flatMap((byte) => [7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (byte >>> bit) & 1));
  const size = free.length;
  const path = []; // two columns at a time, up and down in turn
  for (let right = size - 1, up = true; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let step = 0; step < size; step++) {
      const y = up ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (free[y][x] === null) path.push([y, x]);
    }
  }
  const all = MASKS.map((isPlain, mask) => {
    const rows = free.map((row) => [...row]);
    path.forEach(([y, x], at) => { rows[y][x] = (bits[at] ?? 0) ^ (isPlain(y, x) ? 0 : 1); });
    described(rows, version, mask);
    return { rows, sum: penalty(rows) };
  });
  return all.reduce((best, one) => (one.sum < best.sum ? one : best)).rows;
}

// The code as SVG text, dark on white in every theme; null where the text is too long.
export function qr(text) {
  const rows = modules(text);
  if (!rows) return null;
  const side = rows.length + 2 * QUIET;
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : ""))).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" class="qr" viewBox="0 0 ${side} ${side}" role="img" shape-rendering="crispEdges"><path fill="#fff" d="M0 0H${side}V${side}H0Z"/><path d="${path}"/></svg>`;
}
