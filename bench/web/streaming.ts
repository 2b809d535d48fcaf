import { setTimeout as delay } from "node:timers/promises"
import { percentile, type Measure } from "../measure.ts"
import type { ClockedProvider } from "./clocked-provider.ts"
import { longAnswer, markersOf } from "./long-answer.ts"
import { installProbe } from "./probes.ts"
import type { Place } from "./place.ts"
import { askAtLength, openSlowPage, readProbe, taskSeconds, typeWhile } from "./slow-page.ts"

export const tokensPerSecond = 200

/** A long answer arriving: what it takes of the page's thread, how smoothly and how late it is seen. `of`: what is special. */
export async function measureStream(
  place: Place,
  { pieces, of = "" }: { readonly pieces: readonly string[]; readonly of?: string },
): Promise<readonly Measure[]> {
  const { prosa, provider } = place
  const { page, devtools, close } = await openSlowPage(place)
  const tokens = pieces.length
  provider.play(pieces, tokensPerSecond)
  await askAtLength(page, prosa)
  await page.evaluate(installProbe)
  const busyBefore = await taskSeconds(devtools)
  const startMs = performance.now()
  await untilSent(provider, tokens)
  const wallSeconds = (performance.now() - startMs) / 1000
  const busySeconds = (await taskSeconds(devtools)) - busyBefore
  const { frames, seen } = await readProbe(page)
  await close()

  const gapsMs = frames.slice(1).map((at, index) => at - (frames[index] ?? at))
  const framesPerSecond = gapsMs.length / (((frames.at(-1) ?? 0) - (frames[0] ?? 0)) / 1000)
  const markers = markersOf(pieces)
  const lagsMs = seen.map(([atMs, shown]) => lagAt(atMs, shown, markers, provider.sentAtMs))
  const name = (measure: string) => (of === "" ? measure : `${of}: ${measure}`)
  const note = `${tokens} tokens in ${wallSeconds.toFixed(1)} s`
  return [
    { name: name("main thread busy"), unit: "%", value: (busySeconds / wallSeconds) * 100, must: 35, aim: 20, note },
    { name: name("longest frame gap"), unit: "ms", value: Math.max(...gapsMs), must: 120, aim: 50 },
    { name: name("frames per second"), unit: "/s", value: framesPerSecond, must: 45, aim: 58, better: "higher" },
    {
      name: name("text behind the wire, p95"),
      unit: "ms",
      value: percentile(lagsMs, 0.95),
      must: 500,
      aim: 150,
      note: `longest ${Math.max(...lagsMs).toFixed(0)} ms`,
    },
  ]
}

export async function measureTypingWhileStreaming(place: Place, tokens: number): Promise<readonly Measure[]> {
  const { prosa, provider } = place
  const { page, close } = await openSlowPage(place)
  provider.play(longAnswer(tokens), tokensPerSecond)
  await askAtLength(page, prosa)
  await page.evaluate(installProbe)
  const deadline = deadlineOf(tokens)
  await typeWhile(page, () => deadline() && provider.sentAtMs.length < tokens - tokensPerSecond)
  const { keys } = await readProbe(page)
  await close()
  return [
    {
      name: "key press to paint while it streams, p95",
      unit: "ms",
      value: percentile(keys, 0.95),
      must: 60,
      aim: 32,
      note: `${keys.length} keys`,
    },
  ]
}

/** How long before `atMs` the first marker was sent that could have been read then, and was not. */
function lagAt(atMs: number, shown: number, markers: readonly number[], sentAtMs: readonly number[]): number {
  const next = markers.find((marker) => marker > shown)
  return Math.max(0, atMs - ((next === undefined ? undefined : sentAtMs[next]) ?? atMs))
}

/** Waits until so many pieces have left; an answer that was cut short is an error, not a long wait. */
async function untilSent(provider: ClockedProvider, pieces: number): Promise<void> {
  const deadline = deadlineOf(pieces)
  while (deadline() && provider.sentAtMs.length < pieces) await delay(50)
}

function deadlineOf(pieces: number): () => true {
  const deadlineMs = Date.now() + (pieces / tokensPerSecond) * 1000 + 30_000
  return () => {
    if (Date.now() > deadlineMs) throw new Error(`fewer than ${pieces} pieces were asked for in time`)
    return true
  }
}
