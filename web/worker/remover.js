/*
 * In the place of the service worker where there is to be none: it lets go of what one before it has stored, and of itself.
 * No page is reloaded; the next one comes from the server.
 */
addEventListener("install", () => skipWaiting())
addEventListener("activate", (event) => event.waitUntil(remove()))

async function remove() {
  const names = (await caches.keys()).filter((name) => name.startsWith("prosa-") || name === "prosa:memory")
  await Promise.all(names.map((name) => caches.delete(name)))
  await registration.unregister()
}
