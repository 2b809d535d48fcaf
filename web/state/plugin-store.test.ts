import "fake-indexeddb/auto"
import { IDBFactory } from "fake-indexeddb"
import { afterAll, beforeEach, expect, test, vi } from "vitest"
import type { Plugin } from "#core/plugins/plugin.ts"
import { tabStorage } from "../../testing/tab-storage.ts"

beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal("localStorage", tabStorage())
  vi.stubGlobal("sessionStorage", tabStorage())
  vi.stubGlobal("window", new EventTarget())
  globalThis.indexedDB = new IDBFactory()
})
afterAll(() => vi.unstubAllGlobals())

/** The code of a page that has opened its database. */
async function openPage() {
  const { openDatabase, provideDatabase } = await import("../platform/storage/database.ts")
  const database = await openDatabase(() => {})
  provideDatabase(database)
  return { database, ...(await import("./plugin-store.ts")) }
}

const agendaAt = (host: string): Plugin => ({
  id: "agenda",
  title: "Agenda",
  version: "1",
  content: "{}",
  builtin: false,
  createdAt: 1,
  authType: "bearer",
  enabled: true,
  hosts: [host],
  tools: [
    {
      key: "get /horas",
      name: "horas",
      title: "Horas",
      description: "",
      parameters: {},
      call: { method: "GET", host, takesToken: true },
    } as unknown as Plugin["tools"][number],
  ],
})

test("a token that is brought back goes to the hosts that it was saved for, and to no other", async () => {
  const page = await openPage()
  const agenda = agendaAt("agenda.example")
  page.saveToken("agenda", "segredo", false, agenda)
  page.agreeToHosts(agenda)
  // Another device has given the plugin another host since.
  const moved = agendaAt("mau.example")
  const restore = page.forgetToken("agenda")
  expect([page.tokenOf("agenda"), page.mayTakeToken(moved, "agenda.example")]).toEqual(["", false])
  restore()
  expect(page.tokenOf("agenda")).toBe("segredo")
  expect(page.hostsToTrust(moved, moved.tools)).toEqual(["mau.example"])
  expect(["agenda.example", "mau.example"].map((host) => page.mayTakeToken(moved, host))).toEqual([true, false])
  page.database.close()
})

test("plugins that could not be read are read when they are wanted next", async () => {
  const page = await openPage()
  await page.plugins.save(agendaAt("agenda.example"))
  page.database.close()

  vi.resetModules()
  const { openDatabase, provideDatabase } = await import("../platform/storage/database.ts")
  const database = await openDatabase(() => {})
  provideDatabase(database)
  const failing = vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
    throw new DOMException("the connection is closing", "InvalidStateError")
  })
  const { loadOwnPlugins, plugins } = await import("./plugin-store.ts")
  await loadOwnPlugins()
  expect(plugins.use.getState()).toMatchObject({ isLoaded: false, records: [] })
  failing.mockRestore()
  await loadOwnPlugins()
  expect(plugins.use.getState().records.map(({ id }) => id)).toEqual(["agenda"])
  database.close()
})
