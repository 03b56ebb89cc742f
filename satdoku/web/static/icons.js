// The signs of buttons, drawn with lines of the colour of their words, so that no font decides on them.

import { drawn } from "./page.js";

const PATHS = {
  digit: "M16 5H9.5l-1 6.2C11.5 9.7 16 10.3 16 14.6S10.5 20.5 7.5 17.8",
  corner: "M4 4h16v16H4ZM8 8v2.5M12 8v2.5M16 8v2.5",
  centre: "M4 4h16v16H4ZM8 10.7v2.6M12 10.7v2.6M16 10.7v2.6",
  colour: "M4 4h16v16H4ZM4 20 20 4M9 20 20 9M14 20l6-6",
  letter: "M6 19 12 5l6 14M8.2 14h7.6",
  pen: "M4 20l1-5L16 4l4 4L9 19ZM14 6l4 4",
  clear: "M9 5h11v14H9l-6-7ZM12 9.5l5 5M17 9.5l-5 5",
  undo: "M9 14 4 9l5-5M4 9h10a5.5 5.5 0 0 1 0 11h-4",
  redo: "M15 14l5-5-5-5M20 9H10a5.5 5.5 0 0 0 0 11h4",
  close: "M6 6l12 12M18 6 6 18",
  hint: "M9.5 18h5M10.5 21h3M12 3a6 6 0 0 0-3.5 10.9c.8.6 1 1.3 1 2.1h5c0-.8.2-1.5 1-2.1A6 6 0 0 0 12 3Z",
  check: "M4.5 12.5l5 5L20 6.5",
  auto: "M6 5v2M12 5v2M18 5v2M6 11v2M12 11v2M18 11v2M6 17v2M12 17v2M18 17v2",
  light: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M19 5l-1.4 1.4M6.4 17.6 5 19",
  dark: "M20 14A8 8 0 1 1 10 4a6.5 6.5 0 0 0 10 10Z",
  pause: "M9 5v14M15 5v14",
  restart: "M5 4v6h6M5.5 10A7.5 7.5 0 1 1 5 14.5",
  menu: "M4 7h16M4 12h16M4 17h16",
  system: "M3 5h18v11H3ZM9 20h6M12 16v4",
};

export function icon(name) {
  return drawn(`<svg xmlns="http://www.w3.org/2000/svg" class="glyph" viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${PATHS[name]}"/></svg>`);
}

// A button with its sign before its words.
export function signed(name, found) {
  found.prepend(icon(name));
  return found;
}
