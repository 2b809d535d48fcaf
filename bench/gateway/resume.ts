// A reader whose connection breaks in mid-answer and who comes back for the rest.
import { randomUUID } from "node:crypto"
import { type Measure, percentile } from "../measure.ts"
import type { FakeUpstream } from "../processes.ts"
import { openConnection, type Reply } from "./connection.ts"
import { chatRequest, eventsRequest } from "./requests.ts"

const chunks = 60
const cutAfter = 20
/** Frames that were on their way when the connection broke. */
const lost = 5

export async function measureResume(
  upstream: FakeUpstream,
  target: { readonly port: number; readonly code: string; readonly runs: number },
): Promise<Measure[]> {
  await upstream.set({ chunks, characters: 24, firstMs: 0, betweenMs: 10, stamped: false })
  const waitsMs: number[] = []
  let broken = 0
  for (let run = 0; run < target.runs; run++) {
    const { waitMs, ids } = await cutAndComeBack(target.port, target.code)
    waitsMs.push(waitMs)
    if (ids.some((id, i) => id !== i + 1) || ids.length <= chunks) broken++
  }
  return [
    {
      name: "resume: first frame after coming back, p50",
      unit: "ms",
      value: percentile(waitsMs, 0.5),
      note: `p99 ${percentile(waitsMs, 0.99).toFixed(2)} ms, ${waitsMs.length} answers cut after ${cutAfter} frames`,
    },
    { name: "resume: answers with a gap or a repetition", unit: "", value: broken, must: 0 },
  ]
}

async function cutAndComeBack(
  port: number,
  code: string,
): Promise<{ readonly waitMs: number; readonly ids: readonly number[] }> {
  const key = randomUUID()
  const first = await openConnection(port)
  let seen = ""
  await new Promise<void>((cut) => {
    const request = chatRequest(
      { port, path: "/v1/chat/completions", key: code, idempotencyKey: key },
      { stream: true },
    )
    first
      .exchange(request, (text) => {
        seen += text
        if (idsIn(seen).length >= cutAfter) cut()
      })
      .catch(() => {})
  })
  first.close()
  // The last event may have come in half: only whole ones count.
  const whole = idsIn(seen.slice(0, seen.lastIndexOf("\n\n"))).slice(0, -lost)
  const second = await openConnection(port)
  let rest = ""
  const request = eventsRequest({ port, key: code, run: key, after: whole.at(-1) ?? 0 })
  const reply: Reply = await second.exchange(request, (text) => (rest += text))
  second.close()
  return { waitMs: (reply.firstBodyNs - reply.sentNs) / 1e6, ids: [...whole, ...idsIn(rest)] }
}

function idsIn(events: string): readonly number[] {
  return [...events.matchAll(/^id: (\d+)$/gm)].map((match) => Number(match[1]))
}
