import { fieldsOf, indexOf, textOf, type JsonObject } from "#core/lib/fields.ts"
import { conversationIn } from "#core/screens/screens.ts"
import { pageSearch } from "./page-address.ts"

/*
 * What an entry of the browser's history knows besides its address. The browser keeps it through reloads, and throws it away with
 * the tab.
 */
interface EntryFacts {
  /** Of a window above the page: how many stand there, with this one. */
  readonly layer?: number | undefined
  /** The conversation that is shown here, where the address does not name it. */
  readonly conversation?: string | undefined
  /** The address that the step back leads to. */
  readonly from?: string | undefined
}

/** The state of the entry; there is none where no page is. */
function stateHere(): unknown {
  return typeof history === "undefined" ? undefined : history.state
}

/** How many windows of the page the entry stands for; 0 for the page itself. */
export function entryDepth(): number {
  return indexOf(fieldsOf(stateHere())["layer"]) ?? 0
}

export function entryFact(name: "conversation" | "from"): string | undefined {
  return textOf(fieldsOf(stateHere())[name])
}

/** The conversation that the entry is of: the one that its address names, else the one that it knows. */
export function conversationHere(): string | undefined {
  return conversationIn(pageSearch()) ?? entryFact("conversation")
}

/** The state of this entry with other facts. */
export function entryWith(facts: EntryFacts): JsonObject {
  return { ...fieldsOf(stateHere()), ...facts }
}
