// The page in a real browser on a processor slowed four times, against the real server (`DESIGN.md` §13).
import { setTimeout as delay } from "node:timers/promises"
import { type Browser, type CDPSession, chromium, type Page } from "@playwright/test"
import { chromiumFlags, findChromium } from "../../e2e/support/chromium.ts"
import { type Prosa, startProsa } from "../../e2e/support/prosa.ts"
import { type Measure, percentile, type Suite } from "../measure.ts"
import { type ClockedProvider, startClockedProvider } from "./clocked-provider.ts"
import { longAnswer, markersOf } from "./long-answer.ts"
import { installProbe } from "./probes.ts"

const slowdown = 4
const tokensPerSecond = 200
/** Chromium's "Slow 4G": 1.6 Mbit/s down, 750 kbit/s up less a tenth, 562.5 ms for each request. */
const slow4g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }

export const web: Suite = async ({ quick, say }) => {
  const executablePath = findChromium()
  if (executablePath === undefined) throw new Error("the web suite needs Chromium on the path, or CHROMIUM_PATH")
  const provider = await startClockedProvider()
  const prosa = await startProsa({
    provider,
    env: { LIMIT_OPEN_RUNS_FREE: "0", FREE_DAILY_MESSAGES: "1000", FREE_DAILY_BUDGET_BRL: "1000" },
  })
  const browser = await chromium.launch({ executablePath, args: chromiumFlags })
  try {
    say("web: first load…")
    const load = await measureFirstLoad(browser, prosa)
    say(`web: ${quick ? 2000 : 6000} tokens at ${tokensPerSecond}/s…`)
    const stream = await measureStream(browser, prosa, provider, quick ? 2000 : 6000)
    say("web: typing while it streams…")
    const typing = await measureTyping(browser, prosa, provider, quick ? 1200 : 3000)
    return [...load, ...stream, ...typing]
  } finally {
    await browser.close()
    await prosa.stop()
    await provider.close()
  }
}

async function measureFirstLoad(browser: Browser, prosa: Prosa): Promise<Measure[]> {
  const usableMs: number[] = []
  let files: readonly (readonly [name: string, kilobytes: number])[] = []
  for (let round = 0; round < 3; round++) {
    const { page, devtools, close } = await openPage(browser)
    await devtools.send("Network.enable")
    await devtools.send("Network.emulateNetworkConditions", slow4g)
    const startMs = performance.now()
    await page.goto(prosa.url, { waitUntil: "commit" })
    // Not written in: the first letter fetches what an answer will need, which is no part of the first load.
    await page.getByRole("textbox", { name: "Mensagem" }).click({ timeout: 60_000 })
    usableMs.push(performance.now() - startMs)
    await page.waitForLoadState("networkidle")
    files = await page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .filter((entry): entry is PerformanceResourceTiming => /\.(js|css)$/.test(new URL(entry.name).pathname))
        .map((entry) => [entry.name.replace(/^.*\//, ""), entry.encodedBodySize / 1000] as const),
    )
    await close()
  }
  const largest = files.toSorted((a, b) => b[1] - a[1]).slice(0, 4)
  return [
    {
      name: "first load, JS + CSS compressed",
      unit: "kB",
      value: files.reduce((sum, [, kilobytes]) => sum + kilobytes, 0),
      must: 150,
      aim: 110,
      note: largest.map(([name, kilobytes]) => `${name} ${kilobytes.toFixed(0)}`).join(", "),
    },
    {
      name: "composer usable, slow 4G, 4× slower processor",
      unit: "ms",
      value: percentile(usableMs, 0.5),
      must: 2200,
      aim: 1500,
      note: `3 first visits: ${usableMs.map(Math.round).join(", ")}`,
    },
  ]
}

async function measureStream(
  browser: Browser,
  prosa: Prosa,
  provider: ClockedProvider,
  tokens: number,
): Promise<Measure[]> {
  const { page, devtools, close } = await openPage(browser)
  const pieces = longAnswer(tokens)
  provider.play(pieces, tokensPerSecond)
  await ask(page, prosa)
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
  const note = `${tokens} tokens in ${wallSeconds.toFixed(1)} s`
  return [
    { name: "main thread busy", unit: "%", value: (busySeconds / wallSeconds) * 100, must: 35, aim: 20, note },
    { name: "longest frame gap", unit: "ms", value: Math.max(...gapsMs), must: 120, aim: 50 },
    { name: "frames per second", unit: "/s", value: framesPerSecond, must: 45, aim: 58, better: "higher" },
    {
      name: "text behind the wire, p95",
      unit: "ms",
      value: percentile(lagsMs, 0.95),
      must: 500,
      aim: 150,
      note: `longest ${Math.max(...lagsMs).toFixed(0)} ms`,
    },
  ]
}

async function measureTyping(
  browser: Browser,
  prosa: Prosa,
  provider: ClockedProvider,
  tokens: number,
): Promise<Measure[]> {
  const { page, close } = await openPage(browser)
  provider.play(longAnswer(tokens), tokensPerSecond)
  await ask(page, prosa)
  await page.evaluate(installProbe)
  const composer = page.getByRole("textbox", { name: "Mensagem" })
  await composer.focus()
  await untilSent(provider, tokens - tokensPerSecond, async () => {
    await page.keyboard.press("a")
    await delay(97)
  })
  const { keys } = await readProbe(page)
  await close()
  const value = percentile(keys, 0.95)
  return [
    {
      name: "key press to paint while it streams, p95",
      unit: "ms",
      value,
      must: 60,
      aim: 32,
      note: `${keys.length} keys`,
    },
  ]
}

async function openPage(browser: Browser): Promise<{ page: Page; devtools: CDPSession; close: () => Promise<void> }> {
  const context = await browser.newContext({ locale: "pt-BR", viewport: { width: 412, height: 915 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown })
  return { page, devtools, close: () => context.close() }
}

async function ask(page: Page, prosa: Prosa): Promise<void> {
  await page.goto(prosa.url)
  await page.getByRole("textbox", { name: "Mensagem" }).fill("Escreva uma resposta bem longa.")
  await page.keyboard.press("Enter")
  await page.getByRole("log").getByRole("article").nth(1).waitFor()
}

/** How long before `atMs` the first marker was sent that could have been read then, and was not. */
function lagAt(atMs: number, shown: number, markers: readonly number[], sentAtMs: readonly number[]): number {
  const next = markers.find((marker) => marker > shown)
  return Math.max(0, atMs - ((next === undefined ? undefined : sentAtMs[next]) ?? atMs))
}

/** Waits until so many pieces have left; an answer that was cut short is an error, not a long wait. */
async function untilSent(provider: ClockedProvider, pieces: number, meanwhile = () => delay(50)): Promise<void> {
  const deadlineMs = Date.now() + (pieces / tokensPerSecond) * 1000 + 30_000
  while (provider.sentAtMs.length < pieces) {
    if (Date.now() > deadlineMs) throw new Error(`only ${provider.sentAtMs.length} of ${pieces} pieces were asked for`)
    await meanwhile()
  }
}

async function taskSeconds(devtools: CDPSession): Promise<number> {
  await devtools.send("Performance.enable")
  const { metrics } = await devtools.send("Performance.getMetrics")
  return metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN
}

async function readProbe(page: Page) {
  return page.evaluate(() => {
    const probe = window.prosaProbe
    probe?.stop()
    return { frames: probe?.frames ?? [], seen: probe?.seen ?? [], keys: probe?.keys ?? [] }
  })
}
