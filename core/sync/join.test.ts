import { expect, it } from "vitest"
import { userMessage } from "../conversation/message.ts"
import type { Row } from "../storage/row.ts"
import { nextStamp, type Stamp } from "../storage/stamp.ts"
import { planConversation, planRecord } from "./join.ts"
import { newSession } from "../conversation/session.ts"
import { defaultModelConfig } from "../settings/model-config.ts"
import { messageRecord } from "./sync-record.ts"

const stamp = (at: number, device: string): Stamp => nextStamp({ device }, at)

it("one file that two devices imported apart is no news to either", () => {
  const imported = (device: string, at: number, text = "Oi"): Row<object> => ({
    id: "q",
    version: 1,
    value: messageRecord("q", "a", 1, userMessage("q", 1, text)),
    sync: { born: stamp(at, device) },
  })
  const plan = (theirs: Row<object>) =>
    planConversation(
      "a",
      { session: undefined, messages: new Map([["q", imported("desk", 5)]]) },
      { session: undefined, messages: new Map([["q", theirs]]) },
      stamp(9, "desk"),
    )
  expect(plan(imported("phone", 7)).decisions).toEqual([])
  expect(plan(imported("phone", 7, "Olá")).decisions).toMatchObject([{ type: "edition", id: "q" }])
})

it("tells once of all messages of a conversation that another device deleted", () => {
  const value = { ...newSession({ id: "a", now: 1, modelConfig: defaultModelConfig, lang: "pt" }), topic: "Acre" }
  const session: Row<object> = { id: "a", version: 1, value, sync: { born: stamp(1, "desk") } }
  const said = (id: string): Row<object> => ({
    id,
    version: 1,
    value: messageRecord(id, "a", 1, userMessage(id, 1, "Oi")),
    sync: { born: stamp(1, "desk") },
  })
  const dead = (id: string): Row<object> => ({
    id,
    sync: { life: { alive: false, c: stamp(5, "phone"), seen: { desk: stamp(1, "desk") } } },
  })
  const messages = (row: (id: string) => Row<object>, ...ids: readonly string[]) =>
    new Map(ids.map((id) => [id, row(id)]))
  const plan = planConversation(
    "a",
    { session, messages: messages(said, "p", "q", "r") },
    { session: undefined, messages: messages(dead, "p", "q") },
    stamp(9, "desk"),
  )
  expect(plan.decisions).toEqual([{ type: "shortened", kind: "sessions", id: "a", title: "Acre", count: 2 }])
})

it("tells whoever deleted a conversation that it is back, and nobody who keeps it", () => {
  const value = { ...newSession({ id: "a", now: 1, modelConfig: defaultModelConfig, lang: "pt" }), topic: "Acre" }
  const born = stamp(1, "desk")
  const life = { alive: false, c: stamp(5, "desk"), seen: { desk: born } } as const
  const grave: Row<object> = { id: "a", sync: { life } }
  const alive: Row<object> = {
    id: "a",
    version: 1,
    value,
    sync: { born, life: { alive: true, c: stamp(7, "phone"), seen: life.seen } },
  }
  const plan = (local: Row<object> | undefined, foreign: Row<object>) =>
    planConversation(
      "a",
      { session: local, messages: new Map() },
      { session: foreign, messages: new Map() },
      stamp(9, "desk"),
    ).decisions
  expect(plan(grave, alive)).toEqual([{ type: "returned", kind: "sessions", id: "a", title: "Acre" }])
  expect(plan(alive, grave)).toEqual([])
  expect(plan(undefined, alive)).toEqual([])
  expect(plan(alive, alive)).toEqual([])
  const prompt = { kind: "prompts", id: "a", row: { ...alive, value: { title: "Carta", content: "Oi" } } } as const
  expect(planRecord(prompt, grave, stamp(9, "desk")).decisions).toEqual([
    { type: "returned", kind: "prompts", id: "a", title: "Carta" },
  ])
})

it("takes back what a summary covers to before a message that came to its middle later, and no further", () => {
  const value = {
    ...newSession({ id: "a", now: 1, modelConfig: defaultModelConfig, lang: "pt" }),
    memoryPrompt: "Resumo",
    marks: { summarized: 20 },
  }
  const memory = { c: stamp(10, "desk"), seen: { desk: stamp(10, "desk") } }
  const session: Row<object> = { id: "a", version: 1, value, sync: { born: stamp(1, "desk"), texts: { memory } } }
  const said = (position: number, born: Stamp): [string, Row<object>] => {
    const id = `m${position}`
    const record = messageRecord(id, "a", position, userMessage(id, position, "Oi"))
    return [id, { id, version: 1, value: record, sync: { born } }]
  }
  const covered = [said(10, stamp(4, "desk")), said(20, stamp(5, "desk"))]
  const markAfter = (...theirs: readonly [string, Row<object>][]) => {
    const foreign = { session: undefined, messages: new Map(theirs) }
    const { put } = planConversation("a", { session, messages: new Map(covered) }, foreign, stamp(30, "desk"))
    return put.find(({ kind }) => kind === "sessions")?.row.value
  }
  expect(markAfter(said(15, stamp(12, "phone")))).toMatchObject({ marks: { summarized: 10 } })
  expect(markAfter(said(5, stamp(12, "phone")))).toMatchObject({ marks: { summarized: 0 } })
  // What its writer knew, and what stands behind the mark, leaves it where it is.
  expect(markAfter(said(15, stamp(8, "phone")), said(25, stamp(12, "phone")))).toMatchObject({
    marks: { summarized: 20 },
  })
})
