/** Figures in Prometheus' text format: counters, gauges and histograms with few labels, never an id. */
export interface Metrics {
  count(name: string, help: string, labels: Labels, by?: number): void
  gauge(name: string, help: string, read: () => number): void
  /** Adds a value to a histogram, in the unit its name ends with. */
  observe(name: string, help: string, labels: Labels, buckets: readonly number[], value: number): void
  text(): string
}

export type Labels = Readonly<Record<string, string>>

interface Histogram {
  readonly bounds: readonly number[]
  readonly counts: number[]
  sum: number
  total: number
}

/** More series than this are a label gone wrong; further ones are not kept. */
const mostSeries = 2_000

export function createMetrics(): Metrics {
  const heads = new Map<string, string>()
  const counters = new Map<string, number>()
  const gauges = new Map<string, () => number>()
  const histograms = new Map<string, Map<string, Histogram>>()
  let series = 0

  function head(name: string, type: string, help: string): void {
    if (!heads.has(name)) heads.set(name, `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`)
  }

  return {
    count(name, help, labels, by = 1) {
      head(name, "counter", help)
      const key = name + labelText(labels)
      if (!counters.has(key) && ++series > mostSeries) return
      counters.set(key, (counters.get(key) ?? 0) + by)
    },
    gauge(name, help, read) {
      head(name, "gauge", help)
      gauges.set(name, read)
    },
    observe(name, help, labels, bounds, value) {
      head(name, "histogram", help)
      const ofName = histograms.get(name) ?? new Map<string, Histogram>()
      histograms.set(name, ofName)
      const key = labelText(labels)
      if (!ofName.has(key) && ++series > mostSeries) return
      const histogram = ofName.get(key) ?? { bounds, counts: bounds.map(() => 0), sum: 0, total: 0 }
      ofName.set(key, histogram)
      bounds.forEach((bound, i) => {
        if (value <= bound) histogram.counts[i] = (histogram.counts[i] ?? 0) + 1
      })
      histogram.sum += value
      histogram.total += 1
    },
    text() {
      let out = ""
      for (const [name, lines] of heads) {
        out += lines
        for (const [key, value] of counters) if (nameOf(key) === name) out += `${key} ${value}\n`
        const gauge = gauges.get(name)
        if (gauge) out += `${name} ${gauge()}\n`
        for (const [labels, histogram] of histograms.get(name) ?? []) out += histogramText(name, labels, histogram)
      }
      return out
    },
  }
}

function histogramText(name: string, labels: string, { bounds, counts, sum, total }: Histogram): string {
  const withBound = (bound: string) => `${labels === "" ? "{" : `${labels.slice(0, -1)},`}le="${bound}"}`
  const lines = bounds.map((bound, i) => `${name}_bucket${withBound(String(bound))} ${counts[i] ?? 0}\n`).join("")
  return `${lines}${name}_bucket${withBound("+Inf")} ${total}\n${name}_sum${labels} ${sum}\n${name}_count${labels} ${total}\n`
}

function nameOf(key: string): string {
  const brace = key.indexOf("{")
  return brace === -1 ? key : key.slice(0, brace)
}

function labelText(labels: Labels): string {
  let text = ""
  for (const name in labels) {
    text += `${text === "" ? "{" : ","}${name}="${(labels[name] ?? "").replace(/[\\"\n]/g, "_")}"`
  }
  return text === "" ? "" : `${text}}`
}
