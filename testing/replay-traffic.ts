import { describe, expect, test } from "vitest"
import type { Adapter } from "#core/providers/adapter.ts"
import { readEvents } from "./read-stream.ts"
import { type AnswerSummary, summarizeAnswer } from "./summarize-answer.ts"

/** A description of a stream, its payloads, and its result as far as the case is about it. */
export type Traffic = readonly [
  what: string,
  events: readonly (object | string)[],
  answer: Partial<AnswerSummary> | Readonly<Record<string, unknown>>,
]

/** Plays traffic of the recorded kinds, in the shapes providers document and nobody recorded. */
export function replayTraffic<State>(name: string, adapter: Adapter<State>, traffic: readonly Traffic[]): void {
  describe(`${name}, in other shapes than the recorded`, () => {
    test.each(traffic)("%s", (_, events, answer) => {
      expect(summarizeAnswer(readEvents(adapter, events))).toMatchObject({ endings: 1, ...answer })
    })
  })
}

/** Two calls, as most of this traffic makes them. */
export const twoCalls = [
  { id: "a", name: "hora", arguments: '{"z":1}' },
  { id: "b", name: "tempo", arguments: '{"c":2}' },
]
