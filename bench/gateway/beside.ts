import { type Measure, readable } from "../measure.ts"

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
    return [[measure.name, `${readable(measure.value)} ${measure.unit}`, ...cells]]
  })
  const table = [["measure", "ours", ...peers], ...rows]
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
