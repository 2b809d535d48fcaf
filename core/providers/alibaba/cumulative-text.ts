/**
 * Texts that arrive in pieces, or each time whole as far as they have come: which of the two is asked for by
 * `incremental_output`, which a reader of the answer does not see. It shows in the texts: what is whole begins, each time,
 * with what was there before. Having grown so twice is taken as proof; what fits both readings waits until then, so that
 * pieces that happen to repeat each other ("ha", "haha") are not mistaken. Nothing that was told is ever taken back.
 */
export interface CumulativeText {
  readonly sent: "unknown" | "whole" | "pieces"
  readonly texts: Readonly<Record<string, Text>>
}

interface Text {
  /** The text seen so far. */
  readonly seen: string
  /** The pieces after that, which fit both readings. */
  readonly held: readonly string[]
  /** How often a piece contained the text so far and more. */
  readonly growths: number
  /** Output tokens were counted between texts that were the same. */
  readonly repeated: boolean
  /** Output tokens counted when it last came. */
  readonly tokens: number
}

export const noTextYet: CumulativeText = { sent: "unknown", texts: {} }

const unheard: Text = { seen: "", held: [], growths: 0, repeated: false, tokens: 0 }
const growthsThatProve = 2
/**
 * The most texts that are withheld until it is known how they are sent; beyond that they are released as if no more
 * came.
 */
const mostHeld = 64

/** Returns the new part of several texts, by name. `last`: no more will come, so nothing may be withheld. */
export function grow(
  growth: CumulativeText,
  arrived: Readonly<Record<string, string>>,
  tokens: number,
  last: boolean,
): readonly [CumulativeText, Readonly<Record<string, string>>] {
  let next = growth
  const fresh: Record<string, string> = {}
  for (const [name, text] of Object.entries(arrived)) {
    if (text === "") continue
    const [grown, told] = growOne(next, name, text, tokens)
    next = grown
    fresh[name] = told
  }
  const waits = next.sent === "unknown" && Object.values(next.texts).every(({ held }) => held.length < mostHeld)
  return waits && !last ? [next, fresh] : released(next, fresh)
}

function growOne(
  growth: CumulativeText,
  name: string,
  text: string,
  tokens: number,
): readonly [CumulativeText, string] {
  const before = growth.texts[name] ?? unheard
  const known = before.held.at(-1) ?? before.seen
  const as = (sent: CumulativeText["sent"], now: Partial<Text>): CumulativeText => ({
    sent,
    texts: { ...growth.texts, [name]: { ...before, tokens, ...now } },
  })
  if (growth.sent === "pieces") return [growth, text]
  if (before.seen === "") return [as(growth.sent, { seen: text }), text]
  if (growth.sent === "whole") {
    if (before.seen.startsWith(text)) return [growth, ""]
    if (!text.startsWith(before.seen)) return [as("pieces", {}), text]
    return [as("whole", { seen: text }), text.slice(before.seen.length)]
  }
  if (text === known) {
    return [as("unknown", { held: [...before.held, text], repeated: before.repeated || tokens > before.tokens }), ""]
  }
  if (!text.startsWith(known)) return [as("pieces", { held: [] }), [...before.held, text].join("")]
  const growths = before.growths + 1
  if (growths < growthsThatProve) return [as("unknown", { held: [...before.held, text], growths }), ""]
  return [as("whole", { seen: text, held: [] }), text.slice(before.seen.length)]
}

/** Releases the withheld pieces once it is known how the texts are sent, or that no more will come. */
function released(
  growth: CumulativeText,
  fresh: Readonly<Record<string, string>>,
): readonly [CumulativeText, Readonly<Record<string, string>>] {
  const waiting = Object.entries(growth.texts).filter(([, text]) => text.held.length > 0)
  if (waiting.length === 0) return [growth, fresh]
  const texts = { ...growth.texts }
  const told = { ...fresh }
  for (const [name, text] of waiting) {
    const whole = growth.sent === "whole" || (growth.sent === "unknown" && (text.growths > 0 || !text.repeated))
    const newest = text.held.at(-1) ?? ""
    texts[name] = { ...text, seen: whole ? newest : text.seen, held: [] }
    told[name] = (whole ? newest.slice(text.seen.length) : text.held.join("")) + (told[name] ?? "")
  }
  return [{ ...growth, texts }, told]
}
