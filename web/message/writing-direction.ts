import { readingDirection } from "../markdown/reading-direction.ts"

/** Longer texts get one direction, in UTF-16 units. */
const longLength = 5_000

/**
 * The `dir` of a field with this text. A browser works `auto` out again for each paragraph and each change: a long paste
 * would hold the page still for seconds.
 */
export function writingDirection(text: string): "auto" | "ltr" | "rtl" {
  return text.length > longLength ? (readingDirection(text) ?? "ltr") : "auto"
}
