import { currentLocale } from "../language/language.ts"
import { memory, type ToPage, type ToServiceWorker } from "./offline-files.ts"
import { scriptUrl } from "./script-url.ts"

/** How often a page that stays open looks for a new build when it comes back into view, in ms. */
const lookEveryMs = 30 * 60_000

/** The build of this page, as its HTML names it. */
function ownBuild(): string | undefined {
  return document.querySelector<HTMLElement>("script[data-build-id]")?.dataset["buildId"]
}

/**
 * Has the service worker keep this page for times without a connection. `newBuild`: another build is complete on this
 * device; what it is given makes this page the new one. Nothing is reloaded before that is called.
 */
export async function keepForOffline(newBuild: (update: () => void) => void): Promise<void> {
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
  // Shells around the page have addresses of their own kind, where a worker is refused, and the files are on the device.
  if (container === undefined || !/^https?:$/.test(location.protocol) || ownBuild() === undefined) return
  container.addEventListener("message", answerWhichBuild)
  container.startMessages()
  await (await caches.open(memory.cache)).put(memory.language, new Response(currentLocale()))
  const registration = (await container.register(scriptUrl("/service-worker.js"), { scope: "/" })) as
    | ServiceWorkerRegistration
    | undefined
  if (registration === undefined) return
  const opened = { type: "page-opened" } satisfies ToServiceWorker
  void container.ready.then(({ active }) => active?.postMessage(opened))
  watchBuilds(container, registration, newBuild)
  let lookedAt = Date.now()
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - lookedAt < lookEveryMs) return
    lookedAt = Date.now()
    registration.update().catch(() => undefined)
  })
}

function watchBuilds(
  container: ServiceWorkerContainer,
  registration: ServiceWorkerRegistration,
  newBuild: (update: () => void) => void,
): void {
  const reload = () => location.reload()
  const offer = async (worker: ServiceWorker | null) => {
    // A page that no worker answers for came from the server just now.
    if (worker === null || container.controller === null || (await buildOf(worker)) === ownBuild()) return
    newBuild(() => {
      if (registration.waiting === null) return reload()
      container.addEventListener("controllerchange", reload, { once: true })
      registration.waiting.postMessage({ type: "take-over" } satisfies ToServiceWorker)
    })
  }
  const watchInstalling = () => {
    const { installing } = registration
    installing?.addEventListener("statechange", () => installing.state === "installed" && void offer(installing))
  }
  registration.addEventListener("updatefound", watchInstalling)
  watchInstalling()
  // Another tab has let it take over.
  container.addEventListener("controllerchange", () => void offer(container.controller))
  void offer(registration.waiting ?? container.controller)
}

function answerWhichBuild({ data, ports }: MessageEvent<ToServiceWorker>): void {
  if (data.type === "which-build") ports[0]?.postMessage({ type: "build", build: ownBuild() } satisfies ToPage)
}

function buildOf(worker: ServiceWorker): Promise<string | undefined> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }: MessageEvent<ToPage>) => resolve(data.type === "build" ? data.build : undefined)
    worker.postMessage({ type: "which-build" } satisfies ToServiceWorker, [port2])
  })
}

/** Lets go of the worker and of everything that it has stored. */
export async function forgetOffline(): Promise<void> {
  const names = "caches" in window ? await caches.keys() : []
  const own = names.filter((name) => /^prosa[-:]/.test(name))
  await Promise.all(own.map((name) => caches.delete(name)))
  const registration = await (navigator.serviceWorker as ServiceWorkerContainer | undefined)?.getRegistration("/")
  await registration?.unregister()
}
