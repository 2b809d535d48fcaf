import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { doneMarker, frame } from "#core/providers/sse.ts"
import type { AnswerCase } from "./answer-case.ts"
import { typeOfFile, type WireFile } from "./wire-file.ts"

/**
 * Provider traffic recorded by others, with an index that describes each file and its expected result. It is not part of
 * the repository and may lie beside it. It is extra: where it is, the suites run on it as they do on our own fixtures;
 * where it is not, nothing fails and nothing counts as skipped.
 */
export const recordingsFolder = fileURLToPath(new URL("../../shared/wire/recorded/", import.meta.url))

export const recordingsPresent = existsSync(`${recordingsFolder}INDEX.md`)

/** These recordings, or none of them where the folder is absent. */
export function recordings(...paths: readonly string[]): readonly WireFile[] {
  return recordingsPresent ? paths.map(recording) : []
}

/** These cases, or none of them where the folder is absent. */
export function recordedCases(
  cases: readonly (Omit<AnswerCase, "file"> & { readonly file: string })[],
): readonly AnswerCase[] {
  return recordingsPresent ? cases.map((recorded) => ({ ...recorded, file: recording(recorded.file) })) : []
}

function recording(path: string): WireFile {
  return { name: `recordings/${path}`, type: typeOfFile(path), read: () => bodyOf(path) }
}

/** The body as its server sent it; files whose framing was taken off get it put back. */
function bodyOf(path: string): Uint8Array {
  const bytes = readFileSync(recordingsFolder + path)
  if (!path.endsWith(".chunks.txt")) return bytes
  const lines = bytes
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
  return Buffer.from(framed(path, lines))
}

/** Named events for Anthropic and OpenAI responses; a done marker for the OpenAI-shaped chats; bare data else. */
function framed(path: string, lines: readonly string[]): string {
  const named = path.startsWith("anthropic/") || path.includes("/responses-")
  const frames = lines.map((line) => (named ? `event: ${typeOf(line)}\n${frame(line)}` : frame(line)))
  const endsWithDone = /^(openai\/|azure\/|bytedance\/|moonshot\/|iflytek\/|alibaba\/compat)/.test(path) && !named
  return frames.join("") + (endsWithDone ? frame(doneMarker) : "")
}

function typeOf(line: string): string {
  const json: unknown = JSON.parse(line)
  return typeof json === "object" && json !== null && "type" in json ? String(json.type) : "message"
}
