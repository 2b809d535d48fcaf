import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { recognise, type Recognising, type RecognitionTrouble } from "./speech-recognition.ts"

/** A browser's recognition that begins when it is told to. */
class Recognition {
  onstart: (() => void) | null = null
  isAborted = false
  constructor() {
    made.push(this)
  }
  start(): void {}
  abort(): void {
    this.isAborted = true
  }
}
const made: Recognition[] = []

beforeEach(() => {
  made.length = 0
  vi.useFakeTimers()
  vi.stubGlobal("SpeechRecognition", Recognition)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Begins to recognise in a browser that says so of its microphone; `came` is what came of it until now. */
function begin(browser: object) {
  vi.stubGlobal("navigator", browser)
  const begun: { came?: Recognising | RecognitionTrouble } = {}
  void recognise("pt-BR", true, () => {}).then((came) => (begun.came = came))
  return begun
}

function question() {
  const status = { state: "prompt", onchange: null as (() => void) | null }
  return { status, permissions: { query: async () => status } }
}

test("who reads the question about the microphone for long is heard all the same", async () => {
  const { status, permissions } = question()
  const begun = begin({ permissions })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(begun.came).toBeUndefined()
  status.state = "granted"
  status.onchange?.()
  await vi.advanceTimersByTimeAsync(1_000)
  made[0]?.onstart?.()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(begun.came).toHaveProperty("stop")
  expect(made[0]?.isAborted).toBe(false)
})

test("one that does nothing once the question was answered is silent", async () => {
  const { status, permissions } = question()
  const begun = begin({ permissions })
  await vi.advanceTimersByTimeAsync(20_000)
  status.state = "granted"
  status.onchange?.()
  await vi.advanceTimersByTimeAsync(3_000)
  expect(begun.came).toBe("silent")
})

test("a question that nobody answers ends the press, and the browser is not taken for one that does nothing", async () => {
  const begun = begin(question())
  await vi.advanceTimersByTimeAsync(180_000)
  expect([begun.came, made[0]?.isAborted]).toEqual(["failed", true])
})

test.each([
  ["tells nothing of its permissions", {}],
  ["does not know the microphone's", { permissions: { query: () => Promise.reject(new TypeError("microphone")) } }],
  ["has allowed it", { permissions: { query: async () => ({ state: "granted" }) } }],
  ["is an iPhone with the page installed", { ...question(), standalone: true }],
])("recognition that does not begin is silent after three seconds where the browser %s", async (_, browser) => {
  const begun = begin(browser)
  await vi.advanceTimersByTimeAsync(3_000)
  expect(begun.came).toBe("silent")
})
