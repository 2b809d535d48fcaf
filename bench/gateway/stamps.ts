import { nowNs } from "./connection.ts"

const stampPattern = /"stamp":"(\d+)"/g

/**
 * Reads the fake provider's clock stamps out of a stream: one clock for all processes, so the difference is the delay on
 * the way. A piece may end inside a stamp; its rest comes with the next.
 * @returns what to call with each piece of the body
 */
export function watchStamps(onDelay: (delayMs: number) => void): (text: string) => void {
  let tail = ""
  return (text) => {
    const arrivedNs = nowNs()
    const seen = tail + text
    let end = 0
    for (const match of seen.matchAll(stampPattern)) {
      onDelay((arrivedNs - Number(match[1])) / 1e6)
      end = match.index + match[0].length
    }
    tail = seen.slice(Math.max(end, seen.length - 40))
  }
}
