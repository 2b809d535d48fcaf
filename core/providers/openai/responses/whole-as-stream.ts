import { type JsonObject, objectsOf, textOf } from "../../../lib/fields.ts"

/** Cuts a text for its deltas. */
export type Cut = (text: string) => readonly string[]

/**
 * A whole response as the events that would have brought it: who reads a stream looks for deltas. What has no words of
 * its own (a search, a picture) begins and is done.
 */
export function eventsOfResponse(response: JsonObject, cut: Cut = (text) => [text]): readonly JsonObject[] {
  const opened = { ...response, status: "in_progress", output: [], usage: null }
  const events: JsonObject[] = [
    { type: "response.created", response: opened },
    { type: "response.in_progress", response: opened },
    ...objectsOf(response["output"]).flatMap((item, output_index) => eventsOfItem(item, output_index, cut)),
    { type: response["status"] === "incomplete" ? "response.incomplete" : "response.completed", response },
  ]
  return events.map((event, sequence_number) => ({ ...event, sequence_number }))
}

function eventsOfItem(item: JsonObject, output_index: number, cut: Cut): readonly JsonObject[] {
  const at = { output_index, item_id: item["id"] }
  return [
    { type: "response.output_item.added", output_index, item: begun(item) },
    ...told(item, cut).map((event) => ({ ...event, ...at })),
    { type: "response.output_item.done", output_index, item },
  ]
}

/** The item before its first content. */
function begun(item: JsonObject): JsonObject {
  switch (item["type"]) {
    case "message":
      return { ...item, status: "in_progress", content: [] }
    case "reasoning":
      return { ...item, summary: [] }
    case "function_call":
      return { ...item, status: "in_progress", arguments: "" }
    default:
      return { ...item, status: "in_progress" }
  }
}

function told(item: JsonObject, cut: Cut): readonly JsonObject[] {
  switch (item["type"]) {
    case "message":
      return objectsOf(item["content"]).flatMap((part, content_index) =>
        eventsOfPart(part, cut).map((event) => ({ ...event, content_index })),
      )
    case "reasoning":
      return objectsOf(item["summary"]).flatMap((part, summary_index) => {
        const text = textOf(part["text"]) ?? ""
        return [
          { type: "response.reasoning_summary_part.added", part: { ...part, text: "" } },
          ...cut(text).map((delta) => ({ type: "response.reasoning_summary_text.delta", delta })),
          { type: "response.reasoning_summary_text.done", text },
          { type: "response.reasoning_summary_part.done", part },
        ].map((event) => ({ ...event, summary_index }))
      })
    case "function_call": {
      const words = textOf(item["arguments"]) ?? ""
      return [
        ...cut(words).map((delta) => ({ type: "response.function_call_arguments.delta", delta })),
        { type: "response.function_call_arguments.done", name: item["name"], arguments: words },
      ]
    }
    default:
      return []
  }
}

function eventsOfPart(part: JsonObject, cut: Cut): readonly JsonObject[] {
  const refused = part["type"] === "refusal"
  const text = textOf(refused ? part["refusal"] : part["text"]) ?? ""
  const kind = refused ? "response.refusal" : "response.output_text"
  return [
    {
      type: "response.content_part.added",
      part: refused ? { ...part, refusal: "" } : { ...part, text: "", annotations: [] },
    },
    ...cut(text).map((delta) => ({ type: `${kind}.delta`, delta, ...(refused ? {} : { logprobs: [] }) })),
    ...objectsOf(part["annotations"]).map((annotation, annotation_index) => ({
      type: "response.output_text.annotation.added",
      annotation_index,
      annotation,
    })),
    refused ? { type: `${kind}.done`, refusal: text } : { type: `${kind}.done`, text, logprobs: [] },
    { type: "response.content_part.done", part },
  ]
}
