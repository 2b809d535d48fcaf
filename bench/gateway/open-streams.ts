// Many answers in progress at once, each with a key: run, hold, replay buffer, checkpoints and log are all on. On a server of
// its own, so that what other measurements left behind is not counted.
import { randomUUID } from "node:crypto"
import { setTimeout as delay } from "node:timers/promises"
import { type Measure, percentile } from "../measure.ts"
import { type FakeUpstream, residentMb, startGateway } from "../processes.ts"
import { closedLoop } from "./closed-loop.ts"
import { type Connection, openConnection } from "./connection.ts"
import { chatRequest } from "./requests.ts"
import { watchStamps } from "./stamps.ts"

const streams = 1_000
const chunks = 15
const path = "/v1/chat/completions"

export async function measureOpenStreams(upstream: FakeUpstream): Promise<Measure[]> {
  const { prosa, port, code } = await startGateway(upstream)
  try {
    await delay(1_000)
    const idleMb = residentMb(prosa.pid)
    await upstream.set({ chunks: 20, characters: 24, firstMs: 0, betweenMs: 0, stamped: false })
    const warm = chatRequest({ port, path, key: code }, { stream: true })
    await closedLoop({ port, request: warm, connections: 10, seconds: 1 })
    await delay(4_000)
    const beforeMb = residentMb(prosa.pid)

    await upstream.set({ chunks, characters: 24, firstMs: 1_000, betweenMs: 1_000, stamped: true })
    const delaysMs: number[] = []
    const open: Connection[] = []
    const replies: Promise<boolean>[] = []
    for (let opened = 0; opened < streams; opened++) {
      const connection = await openConnection(port)
      open.push(connection)
      const request = chatRequest({ port, path, key: code, idempotencyKey: randomUUID() }, { stream: true })
      const reply = connection.exchange(
        request,
        watchStamps((ms) => delaysMs.push(ms)),
      )
      replies.push(
        reply.then(
          ({ status }) => status === 200,
          () => false,
        ),
      )
      if (opened % 10 === 9) await delay(20)
    }
    await delay(5_000)
    const openMb = residentMb(prosa.pid)
    const whole = (await Promise.all(replies)).filter(Boolean).length
    for (const connection of open) connection.close()
    await delay(4_000)
    const closedMb = residentMb(prosa.pid)
    const note = `resident: idle ${idleMb.toFixed(0)}, before ${beforeMb.toFixed(0)}, open ${openMb.toFixed(0)}, closed ${closedMb.toFixed(0)} MB`
    const perThousand = whole === streams ? openMb - beforeMb : Number.NaN
    return [
      { name: "memory idle", unit: "MB", value: idleMb, must: 80, aim: 60 },
      { name: "memory per 1 000 open streams", unit: "MB", value: perThousand, must: 99, aim: 60, note },
      { name: "  chunk on its way among them, p50", unit: "ms", value: percentile(delaysMs, 0.5) },
      {
        name: "  chunk on its way among them, p99",
        unit: "ms",
        value: percentile(delaysMs, 0.99),
        note: `${delaysMs.length} chunks, ${whole} whole streams; provider and reader share a core`,
      },
    ]
  } finally {
    await prosa.stop()
  }
}
