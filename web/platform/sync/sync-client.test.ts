import "fake-indexeddb/auto"
import { deleteDB } from "idb"
import { forceCloseDatabase, IDBFactory } from "fake-indexeddb"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { databaseName } from "../storage/database-version.ts"

/* The page's side and the worker's own code; each worker begins with a module of its own, as in a browser. */

class Thread extends EventTarget {
  readonly #inside = new EventTarget()
  readonly #ready: Promise<unknown>
  isClosed = false

  constructor() {
    super()
    workers.push(this)
    vi.resetModules()
    vi.stubGlobal("addEventListener", this.#inside.addEventListener.bind(this.#inside))
    vi.stubGlobal("postMessage", (data: unknown) => this.dispatchEvent(new MessageEvent("message", { data })))
    vi.stubGlobal("close", () => (this.isClosed = true))
    this.#ready = import("./sync-worker.ts")
  }

  postMessage(data: unknown): void {
    void this.#ready.then(
      () => this.isClosed || this.#inside.dispatchEvent(new MessageEvent("message", { data: structuredClone(data) })),
    )
  }
}

let workers: Thread[] = []
let connections: IDBDatabase[] = []
let isRefused = false

class Storage extends IDBFactory {
  override open(...args: Parameters<IDBFactory["open"]>): IDBOpenDBRequest {
    if (isRefused) throw new DOMException("no storage", "UnknownError")
    const request = super.open(...args)
    request.addEventListener("success", () => connections.push(request.result))
    return request
  }
}

beforeEach(() => {
  ;[workers, connections, isRefused] = [[], [], false]
  globalThis.indexedDB = new Storage()
  vi.stubGlobal("Worker", Thread)
})
afterEach(() => vi.unstubAllGlobals())

const nothing = { type: "done", isGood: false }
async function client() {
  vi.resetModules()
  const { askSyncWorker } = await import("./sync-client.ts")
  return () => askSyncWorker({ type: "restore", kind: "sessions", recordId: "a" })
}

test("a database that could not be opened is tried again with the next task", async () => {
  const ask = await client()
  isRefused = true
  expect(await ask()).toMatchObject({ type: "failed" })
  isRefused = false
  expect(await ask()).toMatchObject(nothing)
})

test("a database that the browser has closed is opened anew", async () => {
  const ask = await client()
  expect(await ask()).toMatchObject(nothing)
  const closings = connections.map((one) => new Promise((resolve) => one.addEventListener("close", resolve)))
  for (const one of connections) forceCloseDatabase(one as never)
  await Promise.all(closings)
  expect(await ask()).toMatchObject(nothing)
  expect(workers).toHaveLength(1)
})

test("a worker that had to let go of the database answers what waits, and another takes its place", async () => {
  const ask = await client()
  expect(await ask()).toMatchObject(nothing)
  await deleteDB(databaseName)
  expect(workers[0]?.isClosed).toBe(true)
  expect(await ask()).toMatchObject(nothing)
  expect(workers).toHaveLength(2)
})

test("whether the storage can be used is told while a sync is under way in another tab", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 201 }))
  vi.stubGlobal("location", new URL("https://prosa.test/"))
  vi.resetModules()
  const { askSyncWorker } = await import("./sync-client.ts")
  const storage = {
    provider: "webdav",
    webdav: { endpoint: "https://dav.test", username: "a", password: "b" },
    upstash: { endpoint: "", username: "", apiKey: "" },
    proxy: "",
  } as const
  const check = () => askSyncWorker({ type: "check", storage, headers: {} })
  const told = navigator.locks.request("nk-sync", () => Promise.race([check(), untilIdle()]))
  expect(await told).toMatchObject({ type: "done", isGood: true })
})

/** Longer than all that is not waiting for somebody else. */
const untilIdle = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 3_000))
