// Short links: what a text is packed to after "#p=", in letters that every address takes.

import { Refusal } from "./wire.js";
import { button, copyField, element, t } from "./page.js";

const LONGEST = 1_000_000; // bytes of a puzzle

const through = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream));

// A few letters may stand for more than the memory holds.
const bounded = (left = LONGEST) => new TransformStream({
  transform(piece, out) {
    left -= piece.length;
    if (left < 0) throw new RangeError("too long");
    out.enqueue(piece);
  },
});

// Undefined where the browser cannot pack.
async function packed(text) {
  if (!("CompressionStream" in window)) return undefined;
  const bytes = new Uint8Array(await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw")).arrayBuffer());
  return btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join("")).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// The address of the app that opens a text in Play.
export async function linkTo(text) {
  const short = await packed(text);
  return `${location.href.replace(/#.*/, "")}#${short ? `p=${short}` : `play/${encodeURIComponent(text)}`}`;
}

// That address to copy; with a warning where it is one of this machine's own.
export async function ownLink(text) {
  const isLocal = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  const note = isLocal ? element("p.muted", {}, t("link-local", { host: location.host })) : null;
  const url = await linkTo(text);
  // The list of apps that a device offers; it is no fault to close it.
  const hand = navigator.share && !isLocal ? element("div.row", {}, button("share-app", () => navigator.share({ title: document.title, url }).catch(() => {}))) : null;
  return [copyField("satdoku", url), hand, note].filter(Boolean);
}

export async function unpacked(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    return await new Response(through(bytes, new DecompressionStream("deflate-raw")).body.pipeThrough(bounded())).text();
  } catch {
    throw new Refusal(t("link-broken"));
  }
}
