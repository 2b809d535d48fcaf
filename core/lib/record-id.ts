/** Longest id that is taken, in UTF-16 units; ours have some twenty. */
const longest = 500

/**
 * Whether a stored value can name a record. The names that every object has from birth ("constructor", "__proto__") cannot:
 * a table kept by ids would find something under them that nobody put there.
 */
export function isRecordId(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= longest && !(value in Object.prototype)
}
