import { describe, expect, test } from "vitest"
import type { ChatEvent } from "#core/gateway/chat-event.ts"
import { longestWords } from "#core/gateway/provider-words.ts"
import { readStream } from "../../../testing/read-stream.ts"
import { chatApis } from "../apis/api-prefixes.ts"
import { failureOfProvider, keyStatusOf, withoutBill } from "../providers/provider-failure.ts"

const adapters = Object.entries(chatApis).flatMap(([provider, apis]) =>
  (apis ?? []).map(({ adapter }, at) => [`${provider}, API ${at + 1}`, adapter] as const),
)

/** Text at each character of which a pattern starts over; short enough that a body of three is read as JSON. */
const attacks = [
  "input token count ",
  "only is ",
  "key key=",
  "The model ",
  " ",
  "a",
  "sk-sk-",
  "models/",
  '"',
  "<title ",
  "\u{1F600}",
].map((words) => words.repeat(Math.ceil(20_000 / words.length)))

/** Every place where some provider puts words of its own into a failure. */
function toldIn(words: string): readonly unknown[] {
  const error = { message: words, type: words, code: words, param: words, status: words, details: [{ reason: words }] }
  return [
    { error },
    [{ error }],
    { type: "error", error },
    { ...error, type: "error" },
    { type: "response.failed", response: { status: "failed", error } },
    { error: words },
    { msg: words, code: words, type: words },
    { code: words, message: words, request_id: words },
    { code: 10_005, message: words },
    { error_code: 336_000, error_msg: words },
    { error_code: 336_000, error_msg: words, code: words },
    { error: words, error_description: words },
    { Response: { Error: { Code: words, Message: words } } },
    { ErrorMsg: { Msg: words, Code: 4_000 } },
    { promptFeedback: { blockReason: words } },
    { id: words, name: words, errors: [words, words] },
    { error: { message: "", provider_message: words, code: "upstream_cut" } },
    { balance_insufficient: true, message: words, upgrade_url: words },
    words,
  ]
}

describe.each(adapters)("nothing longer than 500 characters is kept of a failure: %s", (_, adapter) => {
  test.each(attacks.map((words) => [words.slice(0, 20), words] as const))("of %j", { timeout: 60_000 }, (__, words) => {
    for (const said of toldIn(words)) {
      const body = JSON.stringify(said)
      const stream = new TextEncoder().encode(`data: ${body}\n\nevent: error\ndata: ${body}\n\n`)
      const failures = [
        adapter.decodeFailure(400, body),
        adapter.decodeFailure(404, body),
        adapter.decodeFailure(502, `${words}${body}`),
        ...failuresIn(adapter.decodeReply(said)),
        ...failuresIn(readStream(adapter, [stream])),
      ]
      for (const failure of failures) {
        for (const text of textsIn(failure)) expect(text.length).toBeLessThan(longestWords + 100)
        keyStatusOf(failure)
        withoutBill(failure)
        failureOfProvider(failure, ["sk-secret"])
      }
    }
  })
})

function failuresIn(events: readonly ChatEvent[]) {
  return events.flatMap((event) => (event.type === "failure" ? [event.failure] : []))
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : []
}
