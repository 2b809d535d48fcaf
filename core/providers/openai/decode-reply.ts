import type { ChatEvent } from "../../gateway/chat-event.ts"
import { type JsonObject, objectOf, objectsOf, textOf } from "../../lib/fields.ts"
import { signatureIn } from "./call-signature.ts"
import { failureIn } from "./decode-failure.ts"
import {
  argumentsOf,
  callsIn,
  contentEvents,
  ending,
  extraEvents,
  finishReason,
  reasonWith,
  searchCallIds,
  usageEvents,
} from "./decode-parts.ts"

/** A whole reply as the events its stream would have given. An `error` inside a 200 is a failure. */
export function decodeReply(json: unknown): readonly ChatEvent[] {
  const reply = objectOf(json) ?? {}
  const usage = usageEvents(reply, new Set(searchCallIds(reply)).size)
  const failure = failureIn(reply)
  if (failure) return [...usage, { type: "failure", failure }]

  const choice = objectsOf(reply["choices"])[0]
  const message = objectOf(choice?.["message"])
  const content = message ? contentEvents(message) : outputEvents(reply)
  const calls = callEvents(message)
  const extras = extraEvents(reply)
  const answered = content.length > 0 || calls.length > 0 || extras.some((extra) => extra.type === "image")
  // A whole reply was not cut: without a reason it simply stopped.
  const reason = reasonWith(calls.length > 0, finishReason(choice?.["finish_reason"]) ?? "stop")
  return [...content, ...calls, ...extras, ...usage, ending(reason, answered)]
}

function callEvents(message: JsonObject | undefined): readonly ChatEvent[] {
  return callsIn(message ?? {}).map((call, index) => {
    const fn = objectOf(call["function"])
    return {
      type: "tool-call",
      index,
      call: {
        id: textOf(call["id"]) ?? "",
        name: textOf(fn?.["name"]) ?? "",
        arguments: argumentsOf(fn),
        ...signatureIn(call),
      },
    }
  })
}

/** An answer may also be a list of output items, whose messages hold `output_text` parts. */
function outputEvents(reply: JsonObject): readonly ChatEvent[] {
  return objectsOf(reply["output"])
    .filter((item) => item["type"] === "message")
    .flatMap((item) => objectsOf(item["content"]))
    .filter((part) => part["type"] === "output_text")
    .flatMap((part) => contentEvents({ content: part["text"], annotations: part["annotations"] }))
}
