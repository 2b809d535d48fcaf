import { fieldsOf, objectOf, parseJson, textOf, textsOf, type JsonObject } from "../lib/fields.ts"

/*
 * The report of a deep research. Since 2026 it is no message of its own: it lies in the state of a widget, which ChatGPT keeps with the
 * call of the research, and tells its model again with later questions, in messages that it hides.
 */

/** A message of a conversation, and the one that it follows. */
interface Told {
  readonly parent: string | undefined
  readonly message: JsonObject
}

/** A report as one message bears it. Those of one name are states of one report. */
interface Found {
  readonly name: string
  readonly text: string
  readonly report: JsonObject
}

/** How the message begins in which ChatGPT tells its model the state of a widget; its own page hides it. */
const stateWords = /^The latest state of the widget is:/

/** The words of a report: a message by itself. */
function wordsOf(report: JsonObject): string {
  return textsOf(fieldsOf(report["content"])["parts"]).join("\n\n").trim()
}

/** The report in the state of a widget, which may be a text of JSON and lie in another state. */
function reportIn(stored: unknown, depth = 0): JsonObject | undefined {
  const isText = typeof stored === "string"
  if (depth > 3 || (isText && !stored.includes('"report_message"'))) return undefined
  const state = fieldsOf(isText ? parseJson(stored.slice(stored.indexOf("{"))) : stored)
  const report = objectOf(state["report_message"])
  if (report !== undefined && wordsOf(report) !== "") return report
  for (const name of ["widget_state", "venus_widget_state"]) {
    const found = state[name] === undefined ? undefined : reportIn(state[name], depth + 1)
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether a message is the state of a widget, told to the model. */
export function isWidgetState(message: JsonObject): boolean {
  const [text = ""] = textsOf(fieldsOf(message["content"])["parts"])
  return stateWords.test(text) || (text.startsWith("{") && reportIn(text) !== undefined)
}

/** The report that a message bears, wherever in it. */
function reportOf(message: JsonObject): JsonObject | undefined {
  const metadata = fieldsOf(message["metadata"])
  const kit = fieldsOf(metadata["chatgpt_sdk"])
  const author = textOf(fieldsOf(message["author"])["role"])
  const [text] = author === "user" ? [] : textsOf(fieldsOf(message["content"])["parts"])
  for (const place of [kit, fieldsOf(kit["tool_response_metadata"]), metadata, text]) {
    const report = place === undefined ? undefined : reportIn(place)
    if (report !== undefined) return report
  }
  return undefined
}

/** How far above a message its report is looked for. */
const farthest = 1_000

/**
 * The reports of a conversation by the ids of the messages that are to show them: each at the first message that bears it, as it was when it
 * was longest. `again`: the messages that only repeat one.
 */
export function reportsOf(messages: ReadonlyMap<string, Told>): {
  readonly shown: ReadonlyMap<string, JsonObject>
  readonly again: ReadonlySet<string>
} {
  const found = new Map<string, Found>()
  const names = new Map<string, string>()
  const longest = new Map<string, Found>()
  for (const [id, { message }] of messages) {
    const report = reportOf(message)
    if (report === undefined) continue
    const text = wordsOf(report)
    // Not every state of it bears its id.
    const keys = [textOf(report["id"]) ?? text, text]
    const name = keys.map((key) => names.get(key)).find((one) => one !== undefined) ?? text
    for (const key of keys) names.set(key, name)
    const one = { name, text, report }
    found.set(id, one)
    if (text.length > (longest.get(name)?.text.length ?? 0)) longest.set(name, one)
  }
  const isToldAbove = (id: string, name: string) => {
    let at = messages.get(id)?.parent
    for (let far = 0; at !== undefined && at !== id && far < farthest; far += 1) {
      if (found.get(at)?.name === name) return true
      at = messages.get(at)?.parent
    }
    return false
  }
  const shown = new Map<string, JsonObject>()
  const again = new Set<string>()
  for (const [id, { name, report }] of found) {
    if (isToldAbove(id, name)) again.add(id)
    else shown.set(id, longest.get(name)?.report ?? report)
  }
  return { shown, again }
}
