import { type Measure, readable } from "../measure.ts"

/** The bounds of our figures as shares of Portkey's published ones, in one run (0079). */
const mostOfPublished: Readonly<Record<string, number>> = {
  "added latency, JSON, p50": 0.5,
  "added latency, JSON, p99": 0.7,
  "first token added, p50": 0.1,
  "chunk delay added, p50": 0.5,
  "chunk delay added, p99": 0.5,
  "processor per 1 000 chunks": 0.7,
  "memory idle": 0.8,
  "memory after load": 0.5,
}
const leastOfPublished: Readonly<Record<string, number>> = { "requests/s on one core, JSON, 50 connections": 4 }

/** Our figures beside those of the peers, `Peer: measure` each, with the ratio of ours to theirs. */
export function renderBeside(ours: readonly Measure[], theirs: readonly Measure[]): string {
  const peers = [...new Set(theirs.map(({ name }) => name.split(": ")[0] ?? ""))]
  const rows = ours.flatMap((measure) => {
    const found = peers.map((peer) => theirs.find(({ name }) => name === `${peer}: ${measure.name}`))
    if (found.every((other) => other === undefined)) return []
    const cells = found.map((other) =>
      other === undefined
        ? ""
        : `${readable(other.value)}${other.void === true ? " (void)" : ""}  ${(measure.value / other.value).toFixed(2)}×`,
    )
    const verdict = verdictOf(measure, found[0])
    return [[measure.name, `${readable(measure.value)} ${measure.unit}`, ...cells, verdict]]
  })
  const table = [["measure", "ours", ...peers, "must be of the first"], ...rows]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  return table
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n")
}

function verdictOf(ours: Measure, published: Measure | undefined): string {
  if (published === undefined) return ""
  const most = mostOfPublished[ours.name]
  const least = leastOfPublished[ours.name]
  const ratio = ours.value / published.value
  if (most !== undefined) return `≤ ${most}×  ${ratio <= most ? "ok" : "missed"}`
  if (least !== undefined) return `≥ ${least}×  ${ratio >= least ? "ok" : "missed"}`
  return ""
}
