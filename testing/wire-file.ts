import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** A provider's reply, byte for byte: a fixture of our own, or a recording made by others (`recordings.ts`). */
export interface WireFile {
  /** Names the file in the list of tests. */
  readonly name: string
  readonly type: "text/event-stream" | "application/json"
  read(): Uint8Array
}

/** An answer in our own words, in `testing/fixtures/wire/`. What must come out of it stands in `cases.ts` beside it. */
export function fixture(path: string): WireFile {
  const address = new URL(`fixtures/wire/${path}`, import.meta.url)
  return { name: `fixtures/${path}`, type: typeOfFile(path), read: () => readFileSync(fileURLToPath(address)) }
}

export function typeOfFile(path: string): WireFile["type"] {
  return path.endsWith(".json") ? "application/json" : "text/event-stream"
}

/** The file as text. */
export function readText(file: WireFile): string {
  return new TextDecoder().decode(file.read())
}
