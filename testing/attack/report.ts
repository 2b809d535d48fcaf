import type { AttackReport } from "./attack.ts"
import { bounds } from "./bounds.ts"
import { inMebibytes, percentile } from "./figures.ts"

/** The most of one sort that is told in full. */
const mostTold = 10

/** Formats the measurements. */
export function reportLines(report: AttackReport): readonly string[] {
  const { samples, kinds } = report
  const storm = samples.filter(({ phase }) => phase === "storm")
  const health = (phase: string) => samples.filter((sample) => sample.phase === phase).map(({ healthMs }) => healthMs)
  return [
    ...kinds.map(({ name, clients, attempts, statuses }) => {
      const told = Object.entries(statuses).map(([status, count]) => `${status === "0" ? "closed" : status} ${count}`)
      return `${name.padEnd(22)} ${String(clients).padStart(3)} clients ${String(attempts).padStart(6)} attempts  ${told.join(", ")}`
    }),
    `memory  ${inMebibytes(report.idleMemory)} idle, ${inMebibytes(report.mostMemory)} at the most, ${inMebibytes(report.memoryAfter)} after ${Math.round(report.calmAgainMs)} ms`,
    `sockets ${Math.max(0, ...storm.map(({ sockets }) => sockets))} at the most, ${report.socketsAfter} after; open runs ${report.openRunsAfter} after`,
    `healthz p50 ${ms(percentile(health("calm"), 0.5))}, in the storm ${ms(percentile(health("storm"), 0.5))}, the longest ${ms(percentile(health("storm"), 1))}`,
    ...(["firstMs", "wholeMs"] as const).map((what) => {
      const [calm, stormy] = [timesIn(report, "calm", what), timesIn(report, "storm", what)]
      const name = what === "firstMs" ? "first word" : "whole answer"
      return `${name.padEnd(12)} calm p50 ${ms(percentile(calm, 0.5))} p95 ${ms(percentile(calm, 0.95))} (${calm.length}), storm p50 ${ms(percentile(stormy, 0.5))} p95 ${ms(percentile(stormy, 0.95))} (${stormy.length})`
    }),
  ]
}

/** Every promise that was broken, a sentence each; the same for the short form and the long one. */
export function problemsOf(report: AttackReport): readonly string[] {
  const { honestProblems, kinds, samples } = report
  const most = Math.max(0, ...samples.map(({ sockets }) => sockets))
  const standstill = percentile(
    samples.map(({ healthMs }) => healthMs),
    1,
  )
  return [
    ...report.serverProblems,
    ...counted(honestProblems).slice(0, mostTold),
    ...kinds.flatMap(({ name, wrongs }) => wrongs.map((wrong) => `${name}: ${wrong}`)),
    ...kinds.flatMap(({ name, statuses }) => (statuses[500] ? [`${name}: ${statuses[500]} answers of 500`] : [])),
    ...(["firstMs", "wholeMs"] as const).flatMap((what) => tooSlow(report, what)),
    ...over("memory", report.mostMemory - report.idleMemory, bounds.memory),
    ...over("memory afterwards", report.memoryAfter - report.idleMemory, bounds.memoryAfter),
    ...(most > bounds.sockets ? [`${most} sockets`] : []),
    ...(standstill > bounds.longestStandstillMs ? [`nobody was answered for ${ms(standstill)}`] : []),
    ...(report.openRunsAfter === 0 ? [] : [`${report.openRunsAfter} runs are open when all is over`]),
    ...(report.reached === 0 ? [] : [`a place inside our network was reached ${report.reached} times`]),
  ]
}

/** Each sort once, with how often there was one. */
function counted(problems: readonly string[]): readonly string[] {
  return [...new Set(problems)].map((problem) => {
    const times = problems.filter((other) => other === problem).length
    return times === 1 ? problem : `${times} × ${problem}`
  })
}

function tooSlow(report: AttackReport, what: "firstMs" | "wholeMs"): readonly string[] {
  const calm = percentile(timesIn(report, "calm", what), 0.95)
  const storm = percentile(timesIn(report, "storm", what), 0.95)
  const most = Math.max(bounds.slower * calm, calm + bounds.slowerFloorMs)
  return storm > most ? [`honest answers: ${what} p95 ${ms(storm)} in the storm, ${ms(calm)} before`] : []
}

function over(what: string, bytes: number, most: number): readonly string[] {
  return bytes > most ? [`${what}: ${inMebibytes(bytes)} more than idle, at most ${inMebibytes(most)}`] : []
}

function timesIn({ answers }: AttackReport, phase: string, what: "firstMs" | "wholeMs"): readonly number[] {
  return answers.filter((answer) => answer.phase === phase).map((answer) => answer[what])
}

function ms(value: number): string {
  return `${Math.round(value)} ms`
}
