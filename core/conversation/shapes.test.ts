import { describe, expect, it } from "vitest"
import { microReais } from "../lib/micro-reais.ts"
import { defaultModelConfig } from "../settings/model-config.ts"
import { mergeRows, writeRow } from "../storage/merge.ts"
import { putTogether, takeApart } from "../storage/parts.ts"
import { otherEditions, type Row } from "../storage/row.ts"
import { nextStamp, type Stamp } from "../storage/stamp.ts"
import { fromRecord, messageShape, toRecord, type MessageRecord, type PlacedMessage } from "./message-record.ts"
import type { Message } from "./message.ts"
import { newSession, type Session } from "./session.ts"
import { sessionShape } from "./shapes.ts"

let last: Stamp | undefined
/** A stamp of a device, greater than all before it. */
function stampOf(device: string): Stamp {
  last = nextStamp({ device, ...(last === undefined ? {} : { last }) }, 0)
  return last
}

const placed = (message: Message): PlacedMessage => ({ id: message.id, sessionId: "s", position: 5, message })
const question: Message = { id: "q", date: 1, role: "user", content: "Oi" }
const answer: Message = {
  id: "a",
  date: 2,
  role: "assistant",
  content: "Olá",
  finish: "stop",
  runId: "r1",
  model: "gpt-5",
}

/** Two browsers that have the same message, which each changes by itself. */
function apart(
  message: Message,
  here: (one: Message) => Message,
  there: (one: Message) => Message,
): Row<MessageRecord> {
  const born: Row<MessageRecord> = { id: message.id, value: toRecord(placed(message)), sync: { born: stampOf("here") } }
  const change = (to: (one: Message) => Message, device: string) => {
    const after = toRecord(placed(to(message)))
    return writeRow(messageShape, born, {
      id: message.id,
      version: 1,
      before: born.value,
      after,
      stamp: stampOf(device),
    })
  }
  const [one, other] = [change(here, "here"), change(there, "there")]
  expect(mergeRows(messageShape, other, one)).toEqual(mergeRows(messageShape, one, other))
  return mergeRows(messageShape, one, other)
}
const messageOf = (row: Row<MessageRecord>) => row.value && fromRecord(row.value).message

describe("a message", () => {
  const versions: Message = {
    ...answer,
    versions: {
      before: [{ date: 1, content: "antes", questionId: "q", question: "Ei" }],
      after: [{ date: 3, content: "depois" }],
    },
  }

  it.each([question, answer, versions, { ...answer, streaming: true, runId: "r2" }] as const)(
    "is the same after it was taken apart and put together: %#",
    (message) => {
      const record = toRecord(placed(message))
      expect(fromRecord(record)).toEqual(placed(message))
      expect(fromRecord(putTogether(messageShape, takeApart(messageShape, record)) as MessageRecord)).toEqual(
        placed(message),
      )
    },
  )

  it("keeps both wordings of a question that was edited in two places, the later one in sight", () => {
    const both = apart(
      question,
      (one) => ({ ...one, content: "Oi daqui" }),
      (one) => ({ ...one, content: "Oi de lá" }),
    )
    expect(messageOf(both)?.content).toBe("Oi de lá")
    expect(otherEditions(both.sync, "message.content", messageOf(both)?.content).map(({ v }) => v)).toEqual([
      "Oi daqui",
    ])
  })

  it("has every answer that was asked for again in two places", () => {
    const again = (runId: string, date: number, content: string) => (one: Message) => {
      const { id: _id, role: _role, ...old } = one
      return { ...one, runId, date, content, versions: { before: [old], after: [] } }
    }
    const both = messageOf(apart(answer, again("r2", 10, "daqui"), again("r3", 11, "de lá")))
    const said = [...(both?.versions?.before ?? []), both, ...(both?.versions?.after ?? [])].map((one) => one?.content)
    expect(said).toEqual(["Olá", "daqui", "de lá"])
    expect(both?.content).toBe("de lá")
  })

  it.each([
    [{ question: "zebra" }, { question: "abelha", questionId: "q" }, { question: "abelha", questionId: "q" }],
    [{ question: "zebra" }, { questionId: "q" }, { questionId: "q" }],
    [{ questionId: "z" }, { question: "abelha", questionId: "q" }, { question: "abelha", questionId: "q" }],
    [
      { question: "zebra", questionId: "q" },
      { question: "abelha", questionId: "z" },
      { question: "zebra", questionId: "q" },
    ],
    [{ question: "zebra" }, {}, { question: "zebra" }],
  ])("has of a version the words and the message of one browser: %j and %j", (mine, theirs, joined) => {
    const version = { date: 1, content: "antes", runId: "r0" }
    const asked = (one: object) => (shown: Message) => ({
      ...shown,
      versions: { before: [{ ...version, ...one }], after: [] },
    })
    for (const [here, there] of [
      [mine, theirs],
      [theirs, mine],
    ] as const)
      expect(messageOf(apart(answer, asked(here), asked(there)))?.versions?.before).toEqual([{ ...version, ...joined }])
  })

  it("is the finished answer where one browser saw only a part of it, and costs what was said last", () => {
    const open: Message = { id: "a", date: 2, role: "assistant", content: "Ol", runId: "r1", streaming: true }
    const { streaming: _, ...closed } = open
    const both = apart(
      open,
      () => ({ ...closed, content: "Olá, mundo", finish: "stop", cost: microReais(7) }),
      () => ({ ...closed, content: "Olá, mu", interrupted: true, cost: microReais(9) }),
    )
    expect(messageOf(both)).toMatchObject({ content: "Olá, mundo", finish: "stop", cost: 9 })
  })
})

describe("a conversation", () => {
  const session = newSession({ id: "s", now: 1, modelConfig: defaultModelConfig, lang: "pt" })
  const shape = sessionShape
  const apartFrom = (here: Partial<Session>, there: Partial<Session>): Row<Session> => {
    const born: Row<Session> = { id: "s", value: session, sync: { born: stampOf("here") } }
    const change = (changes: Partial<Session>, device: string) =>
      writeRow(shape, born, {
        id: "s",
        version: 1,
        before: session,
        after: { ...session, ...changes },
        stamp: stampOf(device),
      })
    return mergeRows(shape, change(here, "here"), change(there, "there"))
  }
  const config = (changes: object) => ({
    mask: { ...session.mask, modelConfig: { ...session.mask.modelConfig, ...changes } },
  })

  it("renamed here and pinned there is both", () => {
    expect(apartFrom({ topic: "Receita" }, { pinned: true }).value).toMatchObject({ topic: "Receita", pinned: true })
  })

  it("has the later place, and never half of each", () => {
    const both = apartFrom({ pinned: true, listedAt: 5 }, { folderId: "f" }).value
    expect([both?.pinned, both?.listedAt, both?.folderId]).toEqual([undefined, undefined, "f"])
  })

  it("has each setting that was changed, and a model with its own provider", () => {
    const both = apartFrom(
      config({ model: "claude", providerName: "Anthropic", temperature: 1 }),
      config({ model: "gemini", providerName: "Google" }),
    )
    expect(both.value?.mask.modelConfig).toMatchObject({ model: "gemini", providerName: "Google", temperature: 1 })
  })

  it("keeps a memory that somebody wrote beside a later one, and not one that a model made", () => {
    const byHand = apartFrom(
      { memoryPrompt: "escrito", marks: { edited: 5 } },
      { memoryPrompt: "resumo", marks: { summarized: 9 } },
    )
    expect(byHand.value?.memoryPrompt).toBe("resumo")
    expect(otherEditions(byHand.sync, "memory", undefined).map(({ v }) => v)).toEqual([
      { memoryPrompt: "escrito", "marks.edited": 5 },
    ])
    const made = apartFrom(
      { memoryPrompt: "um", marks: { summarized: 5 } },
      { memoryPrompt: "dois", marks: { summarized: 9 } },
    )
    expect(otherEditions(made.sync, "memory", undefined)).toEqual([])
  })
})
