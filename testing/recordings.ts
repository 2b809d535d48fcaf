import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { doneMarker, frame } from "#core/providers/sse.ts"

/**
 * Provider traffic recorded by others (`INDEX.md` there says what each file is and what must come out). It is not part
 * of the repository: it lies beside it.
 */
const folder = fileURLToPath(new URL("../../shared/wire/recorded/", import.meta.url))

export const recordingsPresent = existsSync(`${folder}INDEX.md`)

/**
 * Call once per test file that reads recordings: says loudly when they are missing, and under `CI=true` makes that an
 * error. Returns whether they are there, for `describe.skipIf`.
 */
export function requireRecordings(): boolean {
  if (recordingsPresent) return true
  const message = `RECORDINGS MISSING: ${folder} is not there, so the adapters were NOT held against recorded traffic`
  if (process.env["CI"] === "true") throw new Error(message)
  console.warn(message)
  return false
}

/** The body of a recording as its server sent it; files whose framing was taken off get it put back. */
export function recordedBody(name: string): Uint8Array {
  const bytes = readFileSync(folder + name)
  if (!name.endsWith(".chunks.txt")) return bytes
  const lines = bytes
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
  return Buffer.from(framed(name, lines))
}

/** `text/event-stream` or `application/json`. */
export function recordedType(name: string): string {
  return name.endsWith(".json") ? "application/json" : "text/event-stream"
}

/** Named events for Anthropic and OpenAI responses; a done marker for the OpenAI-shaped chats; bare data else. */
function framed(name: string, lines: readonly string[]): string {
  const named = name.startsWith("anthropic/") || name.includes("/responses-")
  const frames = lines.map((line) => (named ? `event: ${typeOf(line)}\n${frame(line)}` : frame(line)))
  const endsWithDone = /^(openai\/|azure\/|bytedance\/|moonshot\/|iflytek\/|alibaba\/compat)/.test(name) && !named
  return frames.join("") + (endsWithDone ? frame(doneMarker) : "")
}

function typeOf(line: string): string {
  const json: unknown = JSON.parse(line)
  return typeof json === "object" && json !== null && "type" in json ? String(json.type) : "message"
}
