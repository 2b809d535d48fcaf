import { expect, it } from "vitest"
import { userMessage } from "../conversation/message.ts"
import type { Row } from "../storage/row.ts"
import { nextStamp, type Stamp } from "../storage/stamp.ts"
import { planConversation } from "./join.ts"
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
