import "../../../testing/page-around.ts"
import { afterEach, expect, test, vi } from "vitest"
import { writeLocal } from "../storage/local-storage.ts"
import { endKeepingVault, keepVault, syncNow } from "./keep-vault.ts"
import { vaultMark } from "./vault-database-name.ts"

const workers: Started[] = []

class Started extends EventTarget {
  isEnded = false
  constructor() {
    super()
    workers.push(this)
  }
  terminate(): void {
    this.isEnded = true
  }
}
vi.stubGlobal("Worker", Started)

afterEach(() => {
  endKeepingVault()
  workers.length = 0
})

const closed = () => new MessageEvent("message", { data: { type: "closed" } })

test.each([
  ["has closed itself", closed],
  ["could not be fetched", () => new Event("error")],
])("a vault that is joined after the worker %s has another one", (_, ended) => {
  writeLocal(vaultMark, "1")
  keepVault()
  syncNow()
  expect(workers).toHaveLength(1)
  workers[0]?.dispatchEvent(ended())
  syncNow()
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false])
})

test("what a worker says after another one took its place does not end that one", () => {
  writeLocal(vaultMark, "1")
  keepVault()
  endKeepingVault()
  keepVault()
  workers[0]?.dispatchEvent(closed())
  expect(workers.map(({ isEnded }) => isEnded)).toEqual([true, false])
})
