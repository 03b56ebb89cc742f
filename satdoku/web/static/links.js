// Short links: what a text is packed to after "#p=", in letters that every address takes.

import { Refusal } from "./wire.js";
import { button, copyField, drawn, element, field, keep, stored, t } from "./page.js";
import { qr } from "./qr.js";

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

// The address of the app that opens a text in Play: where this page is, or where the user says that
// others find it.
export async function linkTo(text) {
  const short = await packed(text);
  return `${stored("site") ?? location.href.replace(/#.*/, "")}#${short ? `p=${short}` : `play/${encodeURIComponent(text)}`}`;
}

// That address to copy and to photograph. Where it is one of this machine's own it says so, and takes
// another one.
export async function ownLink(text) {
  const isLocal = /^(localhost|127\.|\[::1\])/.test(location.hostname);
  const place = element("div.own-link");
  async function fill() {
    const url = await linkTo(text);
    const isOpen = !isLocal || stored("site") !== null;
    // The list of apps that a device offers; it is no fault to close it.
    const hand = navigator.share && isOpen ? element("div.row", {}, button("share-app", () => navigator.share({ title: document.title, url }).catch(() => {}))) : null;
    const code = isOpen ? qr(url) : null;
    const picture = code ? drawn(code) : null;
    picture?.setAttribute("aria-label", t("qr"));
    place.replaceChildren(...[copyField("satdoku", url), isOpen ? null : element("p.muted", {}, t("link-local", { host: location.host })), picture, hand, isLocal ? field("site", site) : null].filter(Boolean));
  }
  const site = element("input", { type: "url", placeholder: "https://", value: stored("site") ?? "", onchange: () => {
    const wanted = site.value.trim();
    const isAddress = !wanted || /^https?:\/\/\S+$/.test(wanted);
    site.setCustomValidity(isAddress ? "" : t("site-bad"));
    if (!site.reportValidity()) return;
    keep("site", JSON.stringify(wanted ? wanted.replace(/#.*/, "") : null));
    fill();
  } });
  await fill();
  return [place];
}

export async function unpacked(text) {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
    return await new Response(through(bytes, new DecompressionStream("deflate-raw")).body.pipeThrough(bounded())).text();
  } catch {
    throw new Refusal(t("link-broken"));
  }
}
