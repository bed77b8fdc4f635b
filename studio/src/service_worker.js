// Keeps all files of this version in the browser: the second visit needs no network. A new version is fetched in the
// background and takes over at the next visit.

const version = "VERSION";
const files = "FILES";
const name = `studio-${version}`;

addEventListener("install", (event) => {
  event.waitUntil(caches.open(name).then((cache) => cache.addAll(["./", ...files.map((file) => `./${file}`)])).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  event.waitUntil(caches.keys()
    .then((names) => Promise.all(names.filter((one) => one.startsWith("studio-") && one !== name).map((one) => caches.delete(one))))
    .then(() => clients.claim()));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith(caches.open(name)
    .then((cache) => cache.match(event.request, { ignoreSearch: true }))
    .then((found) => found ?? fetch(event.request)));
});
