// The gateway against the same fake provider called directly, in one run: everything a paid message needs is in the
// measured path (code, limits, hold, settle with a synced commit, log).
import { setTimeout as delay } from "node:timers/promises"
import { type Measure, median, percentile, type Suite } from "../measure.ts"
import {
  canPin,
  cpuMs,
  crowdedMs,
  type FakeUpstream,
  pinSelf,
  residentMb,
  startFakeUpstream,
  startGateway,
} from "../processes.ts"
import { closedLoop } from "./closed-loop.ts"
import { openLoop } from "./open-loop.ts"
import { measureOpenStreams } from "./open-streams.ts"
import { chatRequest } from "./requests.ts"
import { measureResume } from "./resume.ts"
import { watchStamps } from "./stamps.ts"

export interface Bench {
  readonly upstream: FakeUpstream
  readonly gatewayPort: number
  readonly gatewayPid: number
  readonly direct: (more?: { stream?: boolean }) => Buffer
  readonly through: (more?: { stream?: boolean }) => Buffer
  readonly quick: boolean
}

/** A generator that sends later than this at its 99th percentile measures itself. */
const latestMs = 2
/** The server is to have its core to itself; above this share of waiting for it, saturation says nothing. */
const crowdedShare = 0.1
/** The load generator alone must reach this multiple of the measured rate, or the run is void. */
const leastCeiling = 2.5

export const gateway: Suite = async ({ quick, say }) => {
  pinSelf("1")
  const upstream = await startFakeUpstream()
  // Once before: what it compiles of its files is kept on disk, as after any first start.
  await startGateway(upstream).then((once) => once.prosa.stop())
  const { prosa, port, code } = await startGateway(upstream)
  const path = "/v1/chat/completions"
  const bench: Bench = {
    upstream,
    gatewayPort: port,
    gatewayPid: prosa.pid,
    direct: (more = {}) => chatRequest({ port: upstream.port, path, key: "sk-fake" }, more),
    through: (more = {}) => chatRequest({ port, path, key: code }, more),
    quick,
  }
  try {
    if (!canPin) say("This machine cannot pin processes to cores: the figures are not comparable.")
    const load = await measureLoad(bench, (what) => say(`gateway: ${what}…`))
    say("gateway: resumed answers…")
    const resumed = await measureResume(upstream, { port, code, runs: quick ? 20 : 100 })
    say("gateway: 1 000 open streams…")
    const memory = await measureOpenStreams(upstream)
    const verified = (await prosa.admin("ledger", "verify")) as { ok: boolean; checked: unknown }
    return [
      ...load,
      ...resumed,
      ...memory,
      { name: "ledger verifies afterwards", unit: "", value: Number(verified.ok), must: 1, better: "higher" },
    ]
  } finally {
    await prosa.stop()
    await upstream.stop()
    pinSelf("0,1")
  }
}

/** All that is measured of a gateway under load, whichever it is. */
export async function measureLoad(bench: Bench, say: (what: string) => void): Promise<Measure[]> {
  await warmUp(bench)
  say("added latency")
  const latency = await measureLatency(bench)
  say("streams")
  const streams = await measureStreams(bench)
  say("saturation")
  const saturation = await measureSaturation(bench)
  return [...latency, ...streams, ...saturation, await measureAtRest(bench)]
}

async function warmUp({ upstream, gatewayPort, through, quick }: Bench): Promise<void> {
  await upstream.set({ chunks: 20, characters: 24, firstMs: 0, betweenMs: 0, stamped: false })
  const seconds = quick ? 1 : 3
  await closedLoop({ port: gatewayPort, request: through(), connections: 10, seconds })
  await closedLoop({ port: gatewayPort, request: through({ stream: true }), connections: 10, seconds: seconds / 2 })
}

async function measureLatency({ upstream, gatewayPort, direct, through, quick }: Bench): Promise<Measure[]> {
  const { results, latenessMs } = await openLoop(
    [
      { port: upstream.port, request: direct() },
      { port: gatewayPort, request: through() },
    ],
    { rate: 100, seconds: quick ? 10 : 50 },
  )
  const [alone = [], behind = []] = results.map(({ latenciesMs }) => latenciesMs)
  const spoiled = spoiledBy(latenessMs, results)
  const added = (share: number) => percentile(behind, share) - percentile(alone, share)
  const count = `${behind.length} samples an arm, open loop 100/s`
  return [
    { name: "added latency, JSON, p50", unit: "ms", value: added(0.5), must: 1.125, aim: 0.7, note: count, ...spoiled },
    {
      name: "added latency, JSON, p99",
      unit: "ms",
      value: added(0.99),
      note: `direct p99 ${percentile(alone, 0.99).toFixed(2)} ms`,
      ...spoiled,
    },
  ]
}

async function measureStreams(bench: Bench): Promise<Measure[]> {
  const { upstream, gatewayPort, gatewayPid, direct, through, quick } = bench
  const chunks = 100
  await upstream.set({ chunks, characters: 24, firstMs: 0, betweenMs: 20, stamped: true })
  const delaysMs: [number[], number[]] = [[], []]
  const cpuBefore = cpuMs(gatewayPid)
  const { results, latenessMs } = await openLoop(
    [
      {
        port: upstream.port,
        request: direct({ stream: true }),
        onBody: () => watchStamps((ms) => delaysMs[0].push(ms)),
      },
      {
        port: gatewayPort,
        request: through({ stream: true }),
        onBody: () => watchStamps((ms) => delaysMs[1].push(ms)),
      },
    ],
    { rate: 10, seconds: quick ? 6 : 30 },
  )
  const cpuPerThousand = ((cpuMs(gatewayPid) - cpuBefore) / delaysMs[1].length) * 1000
  const first = await measureFirstToken(bench)
  const spoiled = spoiledBy(latenessMs, results)
  const added = (share: number) => percentile(delaysMs[1], share) - percentile(delaysMs[0], share)
  const count = `${delaysMs[1].length} chunks, ${results[1]?.latenciesMs.length ?? 0} streams`
  return [
    ...first,
    { name: "chunk delay added, p50", unit: "ms", value: added(0.5), must: 0.105, aim: 0.053, note: count, ...spoiled },
    { name: "chunk delay added, p99", unit: "ms", value: added(0.99), must: 2.25, aim: 1.13, ...spoiled },
    { name: "processor per 1 000 chunks", unit: "ms", value: cpuPerThousand, must: 99, aim: 56, ...spoiled },
  ]
}

async function measureFirstToken({ upstream, gatewayPort, direct, through, quick }: Bench): Promise<Measure[]> {
  await upstream.set({ chunks: 20, characters: 24, firstMs: 0, betweenMs: 5, stamped: false })
  const { results, latenessMs } = await openLoop(
    [
      { port: upstream.port, request: direct({ stream: true }) },
      { port: gatewayPort, request: through({ stream: true }) },
    ],
    { rate: 50, seconds: quick ? 4 : 12 },
  )
  const [alone = [], behind = []] = results.map(({ firstTextsMs }) => firstTextsMs)
  const added = median(behind) - median(alone)
  const note = `${behind.length} streams an arm`
  return [
    {
      name: "first token added, p50",
      unit: "ms",
      value: added,
      must: 1.5,
      aim: 0.8,
      note,
      ...spoiledBy(latenessMs, results),
    },
  ]
}

async function measureSaturation({
  upstream,
  gatewayPort,
  gatewayPid,
  direct,
  through,
  quick,
}: Bench): Promise<Measure[]> {
  await upstream.set({ chunks: 20, characters: 24, firstMs: 0, betweenMs: 0, stamped: false })
  const seconds = quick ? 2 : 3
  const ceilings: number[] = []
  const rates: number[] = []
  const costsMs: number[] = []
  const crowds: number[] = []
  for (let round = 0; round < (quick ? 2 : 5); round++) {
    ceilings.push(await closedLoop({ port: upstream.port, request: direct(), connections: 50, seconds: 1 }))
    const before = { cpuMs: cpuMs(gatewayPid), crowdedMs: crowdedMs(gatewayPid) }
    const rate = await closedLoop({ port: gatewayPort, request: through(), connections: 50, seconds })
    rates.push(rate)
    costsMs.push((cpuMs(gatewayPid) - before.cpuMs) / (rate * seconds))
    crowds.push((crowdedMs(gatewayPid) - before.crowdedMs) / (seconds * 1000))
  }
  const ceiling = median(ceilings)
  const rate = median(rates)
  const crowd = median(crowds)
  const limited = ceiling < leastCeiling * rate
  const note = [
    `rounds ${rates.map(Math.round).join(", ")}`,
    ...(limited ? ["the generator limits it"] : []),
    ...(crowd > crowdedShare ? [`others used its core ${Math.round(crowd * 100)} % of the time`] : []),
  ].join("; ")
  return [
    {
      name: "requests/s on one core, JSON, 50 connections",
      unit: "/s",
      value: rate,
      must: 4000,
      aim: 6000,
      better: "higher",
      note,
      void: crowd > crowdedShare || limited,
    },
    {
      name: "processor per request",
      unit: "ms",
      value: median(costsMs),
      must: 0.25,
      aim: 0.167,
      note: "all threads, measured by the system: what 4 000 requests/s leave for each",
    },
    { name: "the same load without the gateway (ceiling)", unit: "/s", value: ceiling, better: "higher" },
  ]
}

/** Measures the memory that remains after all measurements. */
async function measureAtRest({ gatewayPid }: Bench): Promise<Measure> {
  const rightAfterMb = residentMb(gatewayPid)
  await delay(4_000)
  const note = `at the end of the load ${rightAfterMb.toFixed(0)} MB`
  return { name: "memory after load", unit: "MB", value: residentMb(gatewayPid), must: 151, aim: 106, note }
}

function spoiledBy(latenessMs: readonly number[], results: readonly { readonly failures: number }[]): Partial<Measure> {
  const late = percentile(latenessMs, 0.99)
  const failures = results.reduce((sum, result) => sum + result.failures, 0)
  if (failures > 0) return { value: Number.NaN, note: `${failures} requests failed` }
  return late > latestMs ? { void: true, note: `generator late: p99 ${late.toFixed(1)} ms` } : {}
}
