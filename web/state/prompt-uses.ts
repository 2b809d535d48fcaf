import { fieldsOf, parseJson } from "#core/lib/fields.ts"

/** Under this name stands when each prompt was last used: what is used often is offered first, in this browser alone. */
const usesKey = "nk-prompt-uses"

/** How many are remembered. */
const most = 200

export function promptUses(): Readonly<Record<string, number>> {
  const stored = Object.entries(fieldsOf(parseJson(localStorage.getItem(usesKey) ?? "")))
  return Object.fromEntries(stored.filter((use): use is [string, number] => typeof use[1] === "number"))
}

export function notePromptUse(id: string, now: number): void {
  const uses = Object.entries({ ...promptUses(), [id]: now }).toSorted(([, a], [, b]) => b - a)
  try {
    localStorage.setItem(usesKey, JSON.stringify(Object.fromEntries(uses.slice(0, most))))
  } catch {
    // It is offered in its usual place.
  }
}
