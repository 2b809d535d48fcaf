/** The longest accepted id, in UTF-16 units; ours have about twenty. */
const longest = 500

/**
 * Whether a stored value can be the id of a record. Names that every object inherits ("constructor", "__proto__")
 * cannot: a table with ids as keys would find something under them that nobody stored.
 */
export function isRecordId(value: unknown): value is string {
  return typeof value === "string" && value !== "" && value.length <= longest && !(value in Object.prototype)
}
