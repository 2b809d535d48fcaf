import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { pt as errors } from "../i18n/locales/pt/errors.ts"
import { failureText } from "../i18n/failure-text.ts"
import { refusals, type RefusalReason } from "../gateway/refusal.ts"
import { defaultModelConfig } from "../settings/model-config.ts"
import { storedImageIds } from "./image-reference.ts"
import { listConversations } from "./listing.ts"
import { saidIn, wholeContent, type Message } from "./message.ts"
import { readAttachments } from "./read-attachment.ts"
import { readMessage } from "./read-message.ts"
import { readSession } from "./collections.ts"
import { readFolder } from "./read-session.ts"
import { newSession } from "./session.ts"
import { costOf, usageOf } from "./tool-rounds.ts"

const message: Message = {
  id: "a",
  date: 1,
  role: "assistant",
  content: [
    { type: "text", text: "olá", file: { name: "a.txt", sizeBytes: 3 } },
    { type: "image_url", image_url: { url: "nk-image:x/1x1" } },
  ],
  model: "gpt-5",
  tools: [{ id: "t", type: "function", function: { name: "clock", arguments: "{}" } }],
  rounds: [{ content: "antes", runId: "r" }],
  citations: [{ url: "https://a.test", title: "A", start: 0, end: 2 }],
  searches: [{ id: "s", status: "completed", query: "q" }],
  finish: "stop",
  failure: { kind: "refused", reason: "bad-json" },
  usage: {
    inputUncached: 1,
    inputCached: 0,
    cacheWrite: 0,
    output: 2,
    reasoning: 0,
    searchCalls: 0,
    source: "provider",
  },
  redirected: { asked: "x", called: "y" },
  questionId: "q",
  versions: { before: [{ date: 1, content: "outra", questionId: "q", question: "pergunta" }], after: [] },
}
const session = newSession({ id: "s", now: 1, modelConfig: defaultModelConfig, lang: "pt" })
const none = async () => 7

/** Values that a damaged record may have in any field. */
const junk = fc.oneof(
  fc.constantFrom(null, Number.NaN, Infinity, -1, 1e300, "", "x", true, [], {}, [null], [[]], new Date(Number.NaN)),
  fc.anything({ withNullPrototype: true, withDate: true, withMap: true, withTypedArray: true }),
)

/** A record with one value anywhere in it replaced. */
function damaged<Value>(whole: Value): fc.Arbitrary<unknown> {
  return fc.tuple(fc.nat(200), junk).map(([at, value]) => {
    let left = at
    const walk = (part: unknown): unknown => {
      if (left-- === 0) return value
      if (Array.isArray(part)) return part.map(walk)
      if (typeof part !== "object" || part === null) return part
      return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, walk(inner)]))
    }
    return walk(whole)
  })
}

/** Reads a message as painting, searching and sending read it. */
function use(read: Message): void {
  saidIn(read).toLowerCase()
  wholeContent(read)
  storedImageIds(read)
  costOf(read)
  usageOf(read)
  new Date(read.date).toISOString()
  if (read.failure) failureText(read.failure, errors)
  for (const { function: called } of read.tools ?? []) called.name.trim()
  for (const { title, url } of read.citations ?? []) expect(typeof title.trim()).toBe(typeof url.trim())
  for (const { before, after } of [read.versions ?? { before: [], after: [] }]) {
    for (const one of [...before, ...after]) saidIn({ ...one, id: "v", role: "assistant" })
  }
}

describe("a stored message", () => {
  it("is the very same object when nothing is wrong with it", () => {
    expect(readMessage(message)).toEqual({ value: message, isWhole: true })
    expect(readMessage(message)?.value).toBe(message)
  })

  it("is usable or none, whatever was damaged in it", () => {
    fc.assert(
      fc.property(fc.oneof(damaged(message), fc.anything()), (stored) => {
        const read = readMessage(stored)
        if (read !== undefined) use(read.value)
      }),
      { numRuns: 2_000 },
    )
  })

  it("keeps its words when something else of it is damaged", () => {
    const read = readMessage({ ...message, usage: 5, failure: { kind: "new-kind" }, cost: 0.5, citations: [null] })
    expect(read?.isWhole).toBe(false)
    expect(saidIn(read?.value ?? message)).toBe(saidIn(message))
    expect(read?.value).not.toHaveProperty("failure")
  })

  it("stays as an answer without words, which may still be fetched", () => {
    expect(readMessage({ id: "a", role: "assistant", date: 1, content: null, runId: "r" })?.value).toMatchObject({
      content: "",
      runId: "r",
    })
    expect(readMessage({ id: "a", role: "user", date: 1, content: null })).toBeUndefined()
  })

  it.each(["constructor", "__proto__", "new"])("of a refusal for %j is read without it", (reason) => {
    expect(readMessage({ ...message, failure: { kind: "refused", reason } })?.value.failure).toBeUndefined()
  })

  it("may say every refusal there is", () => {
    for (const reason of Object.keys(refusals) as RefusalReason[]) {
      expect(readMessage({ ...message, failure: { kind: "refused", reason } })?.isWhole).toBe(true)
    }
  })
})

describe("a stored conversation", () => {
  it("is the very same object when nothing is wrong with it", async () => {
    expect((await readSession(session, none))?.value).toBe(session)
  })

  it("stands in the list whatever was damaged in it but its id", async () => {
    await fc.assert(
      fc.asyncProperty(damaged(session), async (stored) => {
        const read = await readSession(stored, none)
        if (read === undefined) return
        const { value } = read
        expect(value.messageCount).toBeGreaterThanOrEqual(0)
        value.topic.toLowerCase()
        for (const preset of value.mask.context) use(preset)
        expect(value.mask.modelConfig.model.length).toBeGreaterThan(0)
        listConversations({ order: [value.id], sessions: { [value.id]: value }, folders: {} })
      }),
      { numRuns: 1_000 },
    )
    expect((await readSession({ id: "s" }, none))?.value).toMatchObject({ id: "s", messageCount: 7 })
  })

  it("that does not say how many messages it has is counted, and never passes for empty", async () => {
    expect((await readSession({ ...session, messageCount: "3" }, none))?.value.messageCount).toBe(7)
  })

  it("of an older version is whole", async () => {
    const { size: _, ...modelConfig } = defaultModelConfig
    const read = await readSession({ ...session, mask: { ...session.mask, modelConfig } }, none)
    expect(read?.isWhole).toBe(true)
    expect(read?.value.mask.modelConfig.size).toBe(defaultModelConfig.size)
  })
})

it("folders and attachments are usable or none", () => {
  fc.assert(
    fc.property(damaged({ id: "f", name: "Pasta", collapsed: false, createdAt: 1 }), (stored) => {
      const read = readFolder(stored)
      if (read !== undefined) expect(Number.isFinite(read.value.createdAt)).toBe(true)
    }),
  )
  const tray = [
    { kind: "image", id: "x-1", name: "a.png", widthPx: 1, heightPx: 1 },
    { kind: "file", id: "y", note: { name: "a.txt", sizeBytes: 1 }, text: "t" },
  ]
  expect(readAttachments(tray)?.value).toBe(tray)
  fc.assert(
    fc.property(damaged(tray), (stored) => {
      for (const one of readAttachments(stored)?.value ?? []) expect(one.id.length).toBeGreaterThan(0)
    }),
  )
})
