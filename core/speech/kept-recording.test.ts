import { expect, test } from "vitest"
import type { Failure } from "../gateway/failure.ts"
import { decodeFailure } from "../providers/openai/decode-failure.ts"
import { afterFailure, isSentByItself } from "./kept-recording.ts"

const hourMs = 3_600_000

test.each([
  ["a fresh one", { at: 0, isRefused: false }, 22 * hourMs, true],
  ["one that waited for a day", { at: 0, isRefused: false }, 24 * hourMs, false],
  ["one that was refused", { at: 0, isRefused: true }, hourMs, false],
])("%s is sent by itself or not", (_, kept, now, isSent) => {
  expect(isSentByItself(kept, now)).toBe(isSent)
})

const page = "<html><title>502 Bad Gateway</title></html>"
test.each<[string, Failure, string]>([
  ["a line that broke", { kind: "network" }, "again"],
  ["an answer that is no answer", { kind: "not-json", status: 200, contentType: "", head: page }, "again"],
  ["the same call under way", { kind: "already-processing" }, "again"],
  ["a proxy without its server", decodeFailure(502, page), "again"],
  ["a proxy whose server is slow", decodeFailure(504, page), "again"],
  ["a proxy that lets nothing so large through", decodeFailure(413, page), "hand-over"],
  ["our own bound", { kind: "refused", reason: "body-too-large" }, "hand-over"],
  ["words that were fetched and erased", { kind: "refused", reason: "answer-erased" }, "forget"],
  ["nothing that is sound", { kind: "invalid-request", message: "" }, "hand-over"],
  ["no money", { kind: "insufficient-balance" }, "ask"],
  ["no plan", { kind: "model-not-allowed", model: "w", availableModels: [] }, "ask"],
  ["no price", { kind: "refused", reason: "model-unpriced" }, "ask"],
  ["a provider in trouble", { kind: "upstream", status: 500, message: "" }, "ask"],
])("after %s", (_, failure, then) => {
  expect(afterFailure(failure)).toBe(then)
})
