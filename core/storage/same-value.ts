/** Whether two stored values say the same. A field that is undefined says what a missing one does. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  // Tens of thousands of records are compared at a sync: no list is made that is not needed.
  for (const name of Object.keys(a)) if (!isSameValue(fieldOf(a, name), fieldOf(b, name))) return false
  for (const name of Object.keys(b)) if (fieldOf(b, name) !== undefined && !Object.hasOwn(a, name)) return false
  return true
}

function fieldOf(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined
}

/** A value as a text that is the same for the same value, whatever the order of its fields; the empty text for none. */
export function canonicalText(value: unknown): string {
  return JSON.stringify(value, sortFields) ?? ""
}

function sortFields(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** A short text for a value: the same value gives the same one, another nearly always another. */
export function hashOf(value: unknown): string {
  const text = canonicalText(value)
  let [one, other] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    one = Math.imul(one ^ code, 2_654_435_761)
    other = Math.imul(other ^ code, 1_597_334_677)
  }
  return (one >>> 0).toString(36) + (other >>> 0).toString(36)
}
