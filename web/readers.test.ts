import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readAccessLink } from "#core/access/access-link.ts"
import { readOwnAccess } from "#core/access/own-access.ts"
import { parseCommand } from "#core/conversation/commands.ts"
import { readImageReference } from "#core/conversation/image-reference.ts"
import { readAttachments } from "#core/conversation/read-attachment.ts"
import { readMessage } from "#core/conversation/read-message.ts"
import { readSession } from "#core/conversation/collections.ts"
import { readFolder } from "#core/conversation/read-session.ts"
import { newSession } from "#core/conversation/session.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { decodeBalance, decodeMeta } from "#core/ledger/balance-wire.ts"
import { decodeStatement } from "#core/ledger/statement-wire.ts"
import { entriesWithoutEffect } from "#core/models/custom-models.ts"
import { builtinPrompts, readPrompt } from "#core/prompts/prompt.ts"
import { readPromptBackup } from "#core/prompts/prompt-backup.ts"
import { openAiAdapter } from "#core/providers/openai/adapter.ts"
import { excerptOf, withoutSigns } from "#core/search/excerpt.ts"
import { eachWord, wordsIn } from "#core/search/fold.ts"
import { holdsPhrases, phrasesIn } from "#core/search/phrases.ts"
import { createSearchIndex } from "#core/search/search-index.ts"
import { emojiOf } from "#core/settings/avatar.ts"
import { fontStack } from "#core/settings/font-family.ts"
import { defaultModelConfig } from "#core/settings/model-config.ts"
import { readAppConfig, readModelConfig } from "#core/settings/read-app-config.ts"
import { readSyncConfig } from "#core/settings/sync-config.ts"
import { readUpdateState } from "#core/update/update-state.ts"
import { newestVersion } from "#core/update/version-check.ts"
import { hostToShow } from "./markdown/link-host.ts"
import { namedHosts } from "./markdown/named-hosts.ts"
import { safeLink } from "./markdown/safe-link.ts"
import { sentencesAfter } from "./features/chat/message/sentences.ts"
import { readAnswer } from "./platform/gateway/event-stream.ts"
import { hashLinkTarget } from "./platform/browser/hash-links.ts"
import { readMessageRow } from "./platform/storage/message-row.ts"
import { abilitiesIn, goodAtIn, ratingIn } from "./platform/gateway/read-model-facts.ts"
import { parseMoney } from "./platform/language/money.ts"
import { parseRun } from "./platform/gateway/run-client.ts"
import { readServerAddress } from "./platform/gateway/read-server-address.ts"
import { parseServerConfig } from "./platform/gateway/server-config.ts"
import { readFreeToday } from "./platform/gateway/visitor.ts"
import { decodeRow } from "./platform/portable/decode-row.ts"
import { readJournaled } from "./platform/storage/journaled-change.ts"
import { readPeers } from "./platform/storage/record-writer.ts"
import { readFacts, readLogPage } from "./platform/vault/vault-client.ts"
import { countProcessorTime } from "../testing/processor-time.ts"

/*
 * Everything the page reads from others: its server, its storage, its address, files. For any input, a reader returns a
 * value or none. It does not throw, hang, or change the prototype of all objects.
 */

/** Far more time than a reader needs for 100 kB; a reader that is not linear takes minutes. */
const hangMs = 2_000

const session = newSession({ id: "s", now: 1, modelConfig: defaultModelConfig, lang: "pt" })
const facts = {
  name: "m",
  displayName: "M",
  provider: "OpenAI",
  abilities: { efforts: ["low"], window: 5 },
  rating: [5, 3],
}

const valueReaders: Readonly<Record<string, { readonly read: (value: unknown) => unknown; readonly like?: object }>> = {
  "server config": {
    read: (value) => {
      const config = parseServerConfig(value)
      for (const model of [...(config?.models ?? []), ...(config?.known ?? [])]) {
        abilitiesIn(model)
        ratingIn(model)
        goodAtIn(model)
      }
      for (const table of [config?.roles, config?.retired, config?.compressModels])
        expect(table?.["valueOf"]).toBeUndefined()
    },
    like: {
      models: [facts],
      known: [facts],
      roles: { default: "a@b" },
      retired: { "a@b": { next: facts } },
      aliases: {},
    },
  },
  run: { read: parseRun, like: { id: "r", state: "done", usage: { output: 1 }, _meta: { saldo_premium: 1 } } },
  "visitor's day": { read: readFreeToday, like: { left: 3, resetAt: "2026-01-01" } },
  "row of a copy": { read: decodeRow, like: { id: "a", $date: 1, value: { $bytes: "AA==" } } },
  "noted change": { read: readJournaled, like: { store: "sessions", key: "a", row: {}, at: 1 } },
  "row of another device": { read: (value) => readPeers([value]), like: { id: "a", sync: { born: "1" } } },
  "vault's facts": { read: (value) => readFacts(fieldsOf(value)), like: { tier: "free", devices: [{ id: "a" }] } },
  "vault's log": {
    read: (value) => readLogPage(fieldsOf(value)),
    like: { last: 1, batches: [{ seq: 1, data: "AA" }] },
  },
  statement: { read: decodeStatement, like: { entries: [{ id: 1, at: "2026-01-01", amount: 1 }], next: "x" } },
  balance: { read: decodeBalance, like: { kind: "premium", saldo_premium: 1 } },
  meta: { read: decodeMeta, like: { cost: 1, saldo_premium: 1, run_id: "r" } },
  "app config": {
    read: readAppConfig,
    like: { state: { fontSize: 14, modelConfig: defaultModelConfig }, version: 4.3 },
  },
  "old app config": { read: readAppConfig, like: { state: { modelConfig: {} }, version: 3 } },
  "model config": { read: readModelConfig, like: defaultModelConfig },
  "own access": { read: readOwnAccess, like: { openaiApiKey: "x", provider: "OpenAI" } },
  sync: { read: readSyncConfig, like: { state: { webdav: { endpoint: "x" } }, version: 1 } },
  update: { read: readUpdateState, like: { state: { lastUpdate: 1 }, version: 0.1 } },
  version: { read: newestVersion, like: [{ name: "v1.2.3" }, { commit: { author: { date: "2026" } } }] },
  "prompts file": { read: (value) => builtinPrompts(value, "pt"), like: { pt: [["a", "b"]], en: [["a", "b"]] } },
  prompt: { read: readPrompt, like: { id: "a", title: "t", content: "c", createdAt: 1 } },
  "prompt collection": {
    read: (value) => readPromptBackup(value, 2, () => "new"),
    like: { prompts: { a: { id: "a", title: "t", content: "c" } } },
  },
  message: { read: readMessage, like: { id: "a", date: 1, role: "user", content: [{ type: "text", text: "x" }] } },
  "message row": {
    read: readMessageRow,
    like: { id: "a", sessionId: "s", position: 1, message: { id: "a", date: 1, role: "user", content: "x" } },
  },
  session: { read: (value) => void readSession(value, async () => 0), like: session },
  folder: { read: readFolder, like: { id: "f", name: "n", collapsed: true, createdAt: 1 } },
  attachments: {
    read: readAttachments,
    like: [{ kind: "file", id: "a", note: { name: "n", sizeBytes: 1 }, text: "t" }],
  },
  "whole answer": {
    read: (value) => openAiAdapter.decodeReply(value),
    like: { choices: [{ message: { content: "x" } }] },
  },
}

const textReaders: Readonly<Record<string, (text: string) => unknown>> = {
  "access link": (text) => readAccessLink({ code: text, settings: text }),
  "settings link": (text) =>
    readAccessLink({ code: null, settings: `{"key":${JSON.stringify(text)},"url":"https://${text}"}` }),
  "hash link": hashLinkTarget,
  "image reference": readImageReference,
  money: parseMoney,
  "server's address": readServerAddress,
  command: parseCommand,
  "font family": fontStack,
  avatar: emojiOf,
  "custom models": (text) => entriesWithoutEffect([], text),
  link: (text) => safeLink(text),
  "link text": (text) => [hostToShow(new URL("https://a.test"), text), namedHosts(text)],
  "words of a search": (text) => wordsIn(text.slice(0, 20_000)),
  "words of a history": (text) => eachWord(text, () => {}),
  phrases: (text) => holdsPhrases(text, phrasesIn(text)),
  "a text without signs": withoutSigns,
  excerpt: (text) => excerptOf(text, new Set(["a", "x"])),
  query: (text) => {
    const index = createSearchIndex()
    index.add({ key: "__proto__", date: 1 }, text)
    index.add({ key: "constructor", date: 1 }, "constructor __proto__")
    return [index.search(text.slice(0, 2_000)), index.search("constructor").keys]
  },
  sentences: (text) => [sentencesAfter(text, 0, true), sentencesAfter(text, 0, false)],
}

const nasty = fc.constantFrom("__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "length", "then")

/** Any value, including property names that every object inherits. */
const anyValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true, withMap: true, withSparseArray: true }),
    fc.constantFrom(Number.NaN, Infinity, -1, 1e300, "", "\u0000", null, undefined),
    fc.array(tie("value"), { maxLength: 3 }),
    fc
      .array(fc.tuple(fc.oneof(nasty, fc.string({ maxLength: 8 })), tie("value")), { maxLength: 4 })
      .map((entries): unknown => Object.fromEntries(entries)),
  ),
})).value

/** A value like the given one with one part replaced. */
function damaged(like: unknown): fc.Arbitrary<unknown> {
  return fc.tuple(fc.nat(60), anyValue, fc.option(nasty)).map(([at, value, name]) => {
    let left = at
    const walk = (part: unknown): unknown => {
      if (left-- === 0) return value
      if (Array.isArray(part)) return part.map(walk)
      if (typeof part !== "object" || part === null) return part
      const entries = Object.entries(part).map(([key, inner]) => [key, walk(inner)] as const)
      return Object.fromEntries(name === null ? entries : [...entries, [name, value] as const])
    }
    return walk(like)
  })
}

/** Texts that are repeated to 100 kB. */
const pieces = [
  "a",
  " ",
  ".",
  "a.",
  "[",
  "](",
  "|",
  "-",
  "*",
  "`",
  "\n",
  "# ",
  '"',
  "{",
  "://",
  "@",
  "+x=",
  ",",
  "1",
  "東",
  "é",
  "\u200b",
  "🎉",
  "> ",
  "_",
]
const huge: readonly unknown[] = [
  Array.from({ length: 20_000 }, () => null),
  Array.from({ length: 5_000 }, (_, id) => ({ id, name: "x" })),
  Object.fromEntries(Array.from({ length: 10_000 }, (_, id) => [`k${id}`, id])),
  JSON.parse(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`),
  JSON.parse(`${"[".repeat(5_000)}${"]".repeat(5_000)}`),
  JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  ...pieces.map((piece) => piece.repeat(100_000 / piece.length)),
]

const common = JSON.stringify(Object.getOwnPropertyNames(Object.prototype))

function expectNothingTouched(): void {
  expect(JSON.stringify(Object.getOwnPropertyNames(Object.prototype))).toBe(common)
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
}

function inTime(read: () => unknown): void {
  const spentMs = countProcessorTime()
  read()
  expect(spentMs()).toBeLessThan(hangMs)
}

describe.each(Object.entries(valueReaders))("the reader of a %s", (_name, { read, like = {} }) => {
  it("gives a value or none, whatever it is given", () => {
    fc.assert(
      fc.property(fc.oneof(anyValue, damaged(like)), (value) => void read(value)),
      { numRuns: 400 },
    )
    expectNothingTouched()
  })

  it("does not hang, however much it is given, and wherever", () => {
    for (const value of huge) {
      inTime(() => read(value))
      for (const name of Object.keys(like)) inTime(() => read({ ...like, [name]: value }))
    }
    expectNothingTouched()
  })
})

describe.each(Object.entries(textReaders))("the reader of %s", (_name, read) => {
  it("gives a value or none, whatever it is given", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: fc.constantFrom(...pieces) }), nasty),
        (text) => void read(text),
      ),
      { numRuns: 400 },
    )
    expectNothingTouched()
  })

  it("does not hang at 100 kB", () => {
    for (const piece of pieces) {
      const text = piece.repeat(100_000 / piece.length)
      inTime(() => read(text))
      inTime(() => read(`${text}!`))
      inTime(() => read(`x${text}\n`))
    }
  })
})

describe("the reader of a stream", () => {
  const read = async (body: string, type = "text/event-stream") => {
    const endings: string[] = []
    for await (const events of readAnswer(new Response(body, { headers: { "content-type": type } }), openAiAdapter)) {
      for (const event of events) if (event.type === "finish" || event.type === "failure") endings.push(event.type)
    }
    return endings
  }

  it("ends every stream once, whatever stands in its frames", async () => {
    const frame = fc.oneof(
      damaged({
        choices: [{ index: 0, delta: { content: "x" }, finish_reason: "stop" }],
        usage: { prompt_tokens: 1 },
      }).map((value) => `data: ${safeJson(value)}\n\n`),
      fc.string({ maxLength: 40 }).map((text) => `data: ${text}\n\n`),
      fc.string({ maxLength: 40 }),
      fc.constantFrom("data: [DONE]\n\n", "id: 5\n", "id: -1\n", "event: error\n", ": ping\n\n", "data: {}\n\n"),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(frame, { maxLength: 8 }), async (frames) => {
        expect(await read(frames.join(""))).toHaveLength(1)
      }),
      { numRuns: 300 },
    )
    expectNothingTouched()
  })

  it("does not hang at 100 kB", async () => {
    for (const piece of [...pieces, "data: {}\n\n", "data: \n", "id:1\n\n"]) {
      const spentMs = countProcessorTime()
      await read(piece.repeat(100_000 / piece.length))
      expect(spentMs()).toBeLessThan(hangMs)
    }
  })
})

function safeJson(value: unknown): string {
  try {
    return (
      JSON.stringify(value, (_key, inner: unknown) => (typeof inner === "bigint" ? String(inner) : inner)) ?? "null"
    )
  } catch {
    return "null"
  }
}
