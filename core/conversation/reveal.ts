/** The buffered text is revealed over this many animation frames. */
const framesToReveal = 60

/**
 * How much of `text` is shown after one more frame, given that `shown` UTF-16 units were: 1/60 of the buffered rest, at
 * least one character, and never half of a surrogate pair. This affects painting only: nothing waits for it.
 */
export function revealNext(text: string, shown: number): number {
  const buffered = text.length - shown
  if (buffered <= 0) return text.length
  const next = shown + Math.max(1, Math.round(buffered / framesToReveal))
  const endsInsidePair = isHighSurrogate(text.charCodeAt(next - 1)) && isLowSurrogate(text.charCodeAt(next))
  return endsInsidePair ? next + 1 : next
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
