import { expect, test } from "vitest"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { imagesAdapter } from "#core/providers/openai/images.ts"
import type { ChatApi } from "#core/providers/registry.ts"
import { textsFor } from "../../http/texts.ts"
import { readStream } from "../../../testing/read-stream.ts"
import { apiPrefixes } from "../apis/api-prefixes.ts"
import { farewell } from "./farewell.ts"

const facts = { id: "run_7", owner: "code:a", key: undefined, requestHash: "", model: "m", startedAt: 0 }
/** Pictures, sound and what was written down of a recording come whole. */
const isStreamed = ({ adapter, gives, takesForms }: ChatApi) =>
  adapter !== imagesAdapter && gives === undefined && takesForms !== "file"
const spoken = apiPrefixes.flatMap(({ surface, apis }) =>
  apis.filter((api) => isStreamed(api) && surface !== "/api/stability").map((api, at) => [surface, at, api] as const),
)

test.each(spoken)(
  "at %s (%i) a reader hears in its own words why it is let go, and where the rest is",
  (_, __, api) => {
    const words = farewell(api.clientApi, textsFor(undefined), facts, 12)
    expect(words.toString()).toContain("/api/runs/run_7/events?after=12")
    expect(words.toString()).not.toMatch(/^id:/m)
    const events: readonly ChatEvent[] = readStream(api.adapter, [words])
    expect(events.filter(({ type }) => type === "failure")).toEqual([
      { type: "failure", failure: { kind: "refused", reason: "reader-too-slow" } },
    ])
  },
)

test("nobody in particular hears no address, for there is none", () => {
  const [, , { clientApi }] = spoken[0]!
  expect(farewell(clientApi, textsFor(undefined), { ...facts, isNobodys: true }, 12).toString()).not.toContain(
    "/events",
  )
})
