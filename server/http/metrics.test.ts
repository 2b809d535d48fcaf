import { expect, test } from "vitest"
import { createMetrics } from "./metrics.ts"

test("tells counters, gauges and histograms as Prometheus reads them", () => {
  const metrics = createMetrics()
  metrics.count("runs_total", "Runs.", { model: "gpt-5", ending: "done" })
  metrics.count("runs_total", "Runs.", { model: "gpt-5", ending: "done" }, 2)
  metrics.gauge("open", "Open.", () => 7)
  metrics.observe("took_seconds", "Time.", { model: "o3" }, [1, 5], 0.5)
  metrics.observe("took_seconds", "Time.", { model: "o3" }, [1, 5], 3)
  expect(metrics.text()).toBe(
    [
      "# HELP runs_total Runs.",
      "# TYPE runs_total counter",
      'runs_total{model="gpt-5",ending="done"} 3',
      "# HELP open Open.",
      "# TYPE open gauge",
      "open 7",
      "# HELP took_seconds Time.",
      "# TYPE took_seconds histogram",
      'took_seconds_bucket{model="o3",le="1"} 1',
      'took_seconds_bucket{model="o3",le="5"} 2',
      'took_seconds_bucket{model="o3",le="+Inf"} 2',
      'took_seconds_sum{model="o3"} 3.5',
      'took_seconds_count{model="o3"} 2',
      "",
    ].join("\n"),
  )
})

test("a label cannot break out of its quotes", () => {
  const metrics = createMetrics()
  metrics.count("runs_total", "Runs.", { model: 'a"} 9\nevil 1' })
  expect(metrics.text().split("\n")).toHaveLength(4)
})
