/**
 * Answers for the page where there is no connection, and with the files of one build, whatever the server has by then.
 * It reads nothing of what people write, and stores nothing but files of the build: what is not one goes to the server as
 * if there were no worker (`answer-for.ts`).
 *
 * A new build's worker waits until the user wants it, or until the last tab of the one before is closed. It never takes
 * over a page by itself, and never reloads one.
 */
import { answererOf, isNamedByContent, isWhole } from "./answer-for.ts"
import { memory, type OfflineFiles, type ToPage, type ToServiceWorker } from "../platform/browser/offline-files.ts"

declare const self: ServiceWorkerGlobalScope
/** Written in by the build (`scripts/service-worker.ts`). */
declare const __OFFLINE_FILES__: OfflineFiles

const { build, entries, files, languages } = __OFFLINE_FILES__

const prefix = "prosa-"
const cacheName = prefix + build

/** How many files are fetched at a time: somebody may be waiting for an answer on the same line. */
const lanes = 6
/** How long a tab may take to say which build it is, in ms. */
const patienceMs = 2_000
/** How long after the server said that it has no such file a tab's word of a missing one is believed, in ms. */
const believedMs = 60_000

/** When the server last said of a file that it is not there, in epoch ms. */
let lastGoneAt = 0

self.addEventListener("install", (event) => {
  event.waitUntil(install())
  routePastWorker(event)
})

self.addEventListener("activate", (event) => event.waitUntil(dropOldBuilds()))

self.addEventListener("fetch", (event) => {
  const { request } = event
  const answerer = answererOf({
    method: request.method,
    url: new URL(request.url),
    origin: self.location.origin,
    opensPage: request.mode === "navigate" && request.destination === "document",
    isAuthorized: request.headers.has("authorization"),
  })
  if (answerer === "page") event.respondWith(answerPage(request))
  if (answerer === "file") event.respondWith(answerFile(event))
})

self.addEventListener("message", (event) => {
  const [port] = event.ports
  const message = event.data as ToServiceWorker
  switch (message.type) {
    case "which-build":
      return port?.postMessage({ type: "build", build } satisfies ToPage)
    case "take-over":
      return void self.skipWaiting()
    case "page-opened":
      return event.waitUntil(keepLanguage().then(dropOldBuilds))
    case "file-missing":
      return event.waitUntil(replaceBuild(() => port?.postMessage({ type: "reload" } satisfies ToPage)))
  }
})

/** Stores the files of this build; rejects, and is tried again at the next visit, where the server has another one. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName)
  const isUpdateOfPage = (await cache.match("/")) !== undefined
  const page = await fetchPage()
  await keepAll(cache, [...files, ...(languages[await storedLanguage()] ?? [])])
  // Last: a build that has its page has everything.
  await cache.put("/", page)
  // The same files, with another page around them: nobody's tab notices the change.
  if (isUpdateOfPage) await self.skipWaiting()
}

/** The page, if it is this build's: its bytes vary with the server's settings, the names of its files do not. */
async function fetchPage(): Promise<Response> {
  const page = await fetch("/", { cache: "no-store" })
  const html = await page.clone().text()
  if (!isWhole("/", page) || !entries.every((path) => html.includes(`"${path}"`))) {
    throw new Error(`the server has another build than ${build}`)
  }
  return page
}

async function keepAll(cache: Cache, paths: readonly string[]): Promise<void> {
  const left = [...paths]
  const lane = async () => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      // oxlint-disable-next-line no-await-in-loop -- few at a time
      await keep(cache, path)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

async function keep(cache: Cache, path: string): Promise<void> {
  if ((await cache.match(path)) !== undefined) return
  const known = isNamedByContent(path) ? await caches.match(path) : undefined
  const reply = known ?? (await fetch(path))
  if (!isWhole(path, reply)) throw new Error(`not what it should be: ${path}`)
  await cache.put(path, reply)
}

/** Lets what is never stored go to the server without waking the worker, in browsers that can. */
function routePastWorker(event: ExtendableEvent): void {
  const { addRoutes } = event as InstallEventWithRoutes
  const past = ["/api/*", "/v1/*", "/frames/*", "/artifacts/*", "/healthz"]
  const rules = past.map((pathname) => ({ condition: { urlPattern: { pathname } }, source: "network" }))
  // A browser that knows other rules than these asks the worker, which says the same.
  void addRoutes?.call(event, rules).catch(() => undefined)
}

interface InstallEventWithRoutes extends ExtendableEvent {
  readonly addRoutes?: (rules: readonly object[]) => Promise<void>
}

async function answerPage(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName)
  return (await cache.match("/")) ?? fetch(request)
}

/** A tab of another build asks for that build's files: they may be in its own cache still. */
async function answerFile(event: FetchEvent): Promise<Response> {
  const { request } = event
  const path = new URL(request.url).pathname
  const cache = await caches.open(cacheName)
  const stored = (await cache.match(path)) ?? (isNamedByContent(path) ? await caches.match(path) : undefined)
  if (stored) return stored
  const reply = await fetch(request)
  if (reply.status === 404) lastGoneAt = Date.now()
  // A full disk costs the copy, not the file.
  if (isWhole(path, reply)) event.waitUntil(cache.put(path, reply.clone()).catch(() => undefined))
  return reply
}

async function storedLanguage(): Promise<string> {
  const stored = await (await caches.open(memory.cache)).match(memory.language)
  return (await stored?.text()) ?? ""
}

/** The language may be another one than when this build was stored. */
async function keepLanguage(): Promise<void> {
  const texts = languages[await storedLanguage()] ?? []
  await keepAll(await caches.open(cacheName), texts).catch(() => undefined)
}

/** Deletes the files of builds that no tab shows any more. */
async function dropOldBuilds(): Promise<void> {
  // The worker that waits has its files already.
  if (self.registration.waiting !== null || self.registration.installing !== null) return
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== cacheName)
  if (names.length === 0) return
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true })
  const shown = await Promise.all(tabs.map(buildOf))
  // A tab that says nothing may be of any build.
  if (shown.includes(undefined)) return
  await Promise.all(
    names.filter((name) => !shown.includes(name.slice(prefix.length))).map((name) => caches.delete(name)),
  )
}

function buildOf(tab: Client): Promise<string | undefined> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    setTimeout(() => resolve(undefined), patienceMs)
    port1.onmessage = ({ data }: MessageEvent<ToPage>) => resolve(data.type === "build" ? data.build : undefined)
    tab.postMessage({ type: "which-build" } satisfies ToServiceWorker, [port2])
  })
}

/**
 * A tab misses a file that neither the caches nor the server has. The build that waits takes over, where one can be had, and
 * the tab sees that by itself: a worker that waited for it would keep it from happening. Else, if the server is there,
 * everything that is stored of builds is let go, and the next page is the server's own. Rejects without a connection: the
 * tab is of more use as it is. So it is where a request merely broke, and the server has the file.
 */
async function replaceBuild(reload: () => void): Promise<void> {
  if (Date.now() - lastGoneAt > believedMs) return
  await self.registration.update().catch(() => undefined)
  const next = await installed(self.registration)
  if (next !== undefined) return next.postMessage({ type: "take-over" } satisfies ToServiceWorker)
  const health = await fetch("/healthz", { cache: "no-store" })
  if (!health.ok) throw new Error("the server is in trouble")
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix))
  await Promise.all(names.map((name) => caches.delete(name)))
  await self.registration.unregister()
  reload()
}

/** The worker that waits, once it is complete; undefined where there is none. */
async function installed({ installing, waiting }: ServiceWorkerRegistration): Promise<ServiceWorker | undefined> {
  if (installing === null) return waiting ?? undefined
  await reached(installing, ["installed", "redundant"])
  return installing.state === "redundant" ? undefined : installing
}

function reached(worker: ServiceWorker, states: readonly ServiceWorkerState[]): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!states.includes(worker.state)) return
      worker.removeEventListener("statechange", look)
      resolve()
    }
    worker.addEventListener("statechange", look)
    look()
  })
}
