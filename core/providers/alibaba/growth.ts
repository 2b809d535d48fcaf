/**
 * Texts that arrive in pieces, or each time whole as far as they have come: which of the two is asked for by
 * `incremental_output`, which a reader of the answer does not see. It shows in the texts: what is whole begins, each time,
 * with what was there before. Twice in a row is taken as proof; the second text waits for the third, so that a piece that
 * happens to repeat the first ("ha", "haha") is not mistaken. Nothing that was told is ever taken back.
 */
export interface Growth {
  readonly sent: "unknown" | "whole" | "pieces"
  readonly texts: Readonly<Record<string, Text>>
}

interface Text {
  /** What was told of it. */
  readonly seen: string
  /** What came after that and fits both readings. */
  readonly held: string | undefined
  /** Output tokens counted when it last came. */
  readonly tokens: number
}

export const newGrowth: Growth = { sent: "unknown", texts: {} }

/** What is new of several texts, by name. `last`: no more will come, so nothing may wait. */
export function grow(
  growth: Growth,
  arrived: Readonly<Record<string, string>>,
  tokens: number,
  last: boolean,
): readonly [Growth, Readonly<Record<string, string>>] {
  let next = growth
  const fresh: Record<string, string> = {}
  for (const [name, text] of Object.entries(arrived)) {
    if (text === "") continue
    const [grown, told] = growOne(next, name, text, tokens)
    next = grown
    fresh[name] = told
  }
  return next.sent === "unknown" && !last ? [next, fresh] : released(next, fresh)
}

function growOne(growth: Growth, name: string, text: string, tokens: number): readonly [Growth, string] {
  if (growth.sent === "pieces") return [growth, text]
  const { seen = "", held, tokens: before = 0 } = growth.texts[name] ?? {}
  const withText = (sent: Growth["sent"], now: Text): Growth => ({ sent, texts: { ...growth.texts, [name]: now } })
  if (growth.sent === "whole") {
    if (seen.startsWith(text)) return [growth, ""]
    if (!text.startsWith(seen)) return [{ ...growth, sent: "pieces" }, text]
    return [withText("whole", { seen: text, held: undefined, tokens }), text.slice(seen.length)]
  }
  if (seen === "") return [withText("unknown", { seen: text, held: undefined, tokens }), text]
  const known = held ?? seen
  // The same again while the count grows is a piece of its own.
  const begins = text.startsWith(known) && !(text === known && tokens > before)
  if (!begins)
    return [
      { sent: "pieces", texts: { ...growth.texts, [name]: { seen, held: undefined, tokens } } },
      (held ?? "") + text,
    ]
  if (held === undefined) return [withText("unknown", { seen, held: text, tokens }), ""]
  return [withText("whole", { seen: text, held: undefined, tokens }), text.slice(seen.length)]
}

/** What waited, now that it is known how the texts are sent; at the end of a stream of three events they count as whole. */
function released(
  growth: Growth,
  fresh: Readonly<Record<string, string>>,
): readonly [Growth, Readonly<Record<string, string>>] {
  const waiting = Object.entries(growth.texts).filter(([, text]) => text.held !== undefined)
  if (waiting.length === 0)
    return [growth.sent === "pieces" && growth.texts !== none ? { sent: "pieces", texts: none } : growth, fresh]
  const texts = { ...growth.texts }
  const told = { ...fresh }
  for (const [name, { seen, held = "", tokens }] of waiting) {
    texts[name] = { seen: held, held: undefined, tokens }
    told[name] = (growth.sent === "pieces" ? held : held.slice(seen.length)) + (told[name] ?? "")
  }
  return [{ ...growth, texts: growth.sent === "pieces" ? none : texts }, told]
}

const none: Growth["texts"] = {}
