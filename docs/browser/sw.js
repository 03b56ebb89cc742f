// The service worker: the app comes from this browser once it was here. build.py puts in the list of
// files and a version that changes with any of them.

const VERSION = "@VERSION@";
const SHELL = @SHELL@;
const REST = @REST@; // Python: kept once the page has it

const kept = () => caches.open(VERSION);

addEventListener("install", (event) => event.waitUntil(kept().then((cache) => cache.addAll(SHELL))));

addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("satdoku-") && name !== VERSION) await caches.delete(name);
  await clients.claim();
})()));

addEventListener("message", (event) => event.waitUntil((async () => {
  const cache = await kept();
  for (const name of REST) if (!(await cache.match(name))) await cache.add(name);
})()));

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith((async () => (await (await kept()).match(event.request, { ignoreSearch: true })) ?? fetch(event.request))());
});
