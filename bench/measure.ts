/** One figure and its bound. */
export interface Measure {
  readonly name: string
  readonly unit: string
  readonly value: number
  /** The bound that must hold; absent: for information. */
  readonly must?: number
  readonly aim?: number
  /** Which side of the bound is good; lower unless said otherwise. */
  readonly better?: "lower" | "higher"
  /** How it was measured, when that is not obvious, or what spoils it. */
  readonly note?: string
  /** The run broke its own rules (a late generator, a ceiling too low): the figure proves nothing. */
  readonly void?: boolean
}

export interface SuiteOptions {
  /** Shorter runs, for a look: the tails mean little. */
  readonly quick: boolean
  /** Only these parts of the suite, where it has any; none: all. */
  readonly parts: readonly string[]
  readonly say: (line: string) => void
}

export type Suite = (options: SuiteOptions) => Promise<readonly Measure[]>

export type Verdict = "missed" | "void" | "ok" | "aim" | ""

export function judge({ value, must, aim, better = "lower", void: broken = false }: Measure): Verdict {
  const reaches = (bound: number) => (better === "lower" ? value <= bound : value >= bound)
  if (broken) return "void"
  if (must !== undefined && !reaches(must)) return "missed"
  if (aim !== undefined && reaches(aim)) return "aim"
  return must === undefined ? "" : "ok"
}

/** The value below which the given share of the samples lies (nearest rank). NaN without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN
}

export const median = (samples: readonly number[]) => percentile(samples, 0.5)

/** A table for a terminal: measured against must and aim. */
export function renderTable(measures: readonly Measure[]): string {
  const head = ["measure", "measured", "must", "aim", ""]
  const rows = measures.map((measure) => {
    const sign = measure.better === "higher" ? "≥" : "≤"
    const bound = (value: number | undefined) => (value === undefined ? "" : `${sign} ${readable(value)}`)
    return [
      measure.name,
      `${readable(measure.value)} ${measure.unit}`,
      bound(measure.must),
      bound(measure.aim),
      [judge(measure), measure.note].filter(Boolean).join("  "),
    ]
  })
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => (column === 1 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0)))
      .join("  ")
      .trimEnd()
  return [head, widths.map((width) => "─".repeat(width)), ...rows].map(line).join("\n")
}

/** A figure with as many digits as mean something. */
export function readable(value: number): string {
  if (Number.isNaN(value)) return "none"
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return value.toLocaleString("en", { minimumFractionDigits: digits, maximumFractionDigits: digits })
}
