import { fieldsOf } from "../lib/fields.ts"

/*
 * What an import brought goes again where nobody touched it since. That shows in the stamps: `own` are those that imports wrote, any
 * of them, for a later import that made a conversation grow is nobody's touch.
 */

/** Parts of a conversation that change without anybody touching it. */
const ownAccord = /^(modelTold|lastUpdate|stat|messageCount|marks)/

/** The parts of a stored row that were written by something else than an import. */
export function touchedParts(row: unknown, own: ReadonlySet<string>): readonly string[] {
  const { born, at, texts } = fieldsOf(fieldsOf(row)["sync"])
  const parts = Object.entries(fieldsOf(at)).filter(([, stamp]) => !own.has(String(stamp)))
  const changed = Object.entries(fieldsOf(texts)).filter(([, text]) => !own.has(String(fieldsOf(text)["c"])))
  return [...(own.has(String(born)) ? [] : ["whole"]), ...[...parts, ...changed].map(([name]) => name)]
}

/** Whether somebody changed something of a conversation that was imported, or said something in it. */
export function isChatTouched(session: unknown, messages: readonly unknown[], own: ReadonlySet<string>): boolean {
  return (
    touchedParts(session, own).some((part) => !ownAccord.test(part)) ||
    messages.some((one) => touchedParts(one, own).length > 0)
  )
}

/**
 * Of the messages that an import put behind those of a conversation, the ids of those that go: all behind the last one that somebody
 * wrote or changed. `messages`: all rows of the conversation, in order.
 */
export function addedToRemove(
  messages: readonly { readonly id: string }[],
  added: ReadonlySet<string>,
  own: ReadonlySet<string>,
): readonly string[] {
  const touched = messages.findLastIndex((row) => touchedParts(row, own).length > 0)
  return messages.slice(touched + 1).flatMap(({ id }) => (added.has(id) ? [id] : []))
}
