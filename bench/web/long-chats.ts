import type { Page } from "@playwright/test"
import { longText, storedChat } from "../../e2e/support/stored-chats.ts"
import { median, percentile, type Measure } from "../measure.ts"
import { installProbe, openChat } from "./probes.ts"
import { roundsAt, type Place } from "./place.ts"
import { heapMb, openStoredPage, readProbe, typeWhile } from "./slow-page.ts"

const keyCount = { whole: 60, quick: 20 } as const

/** A chat of very many long messages: opening it, writing in it, and reaching its first message. */
export async function measureLongChat(place: Place, count: number): Promise<readonly Measure[]> {
  const rounds = roundsAt(place)
  const texts = Array.from({ length: count }, (_, at) => (at % 2 === 0 ? `Pergunta ${at + 1}` : longText(`m${at + 1}`)))
  const stored = [storedChat("Curta", ["Oi", "Olá!"]), storedChat("Longa", texts, 1)]
  const { page, devtools, close } = await openStoredPage(place, stored, "Curta")

  const openingMs: number[] = []
  const reachingMs: number[] = []
  let keys: readonly number[] = []
  let heap = Number.NaN
  for (let round = 0; round < rounds; round++) {
    await page.goto(place.prosa.url)
    await page.getByRole("article").filter({ hasText: "Olá!" }).waitFor()
    await page.waitForLoadState("networkidle")
    openingMs.push(await page.evaluate(openChat, { topic: "Longa", last: `m${count}` }))
    if (round === 0) {
      await page.evaluate(installProbe)
      let typed = 0
      await typeWhile(page, () => (typed += 1) <= keyCount[place.quick ? "quick" : "whole"])
      ;({ keys } = await readProbe(page))
      heap = await heapMb(devtools)
    }
    if (place.quick) break
    const startMs = performance.now()
    if (await scrollToFirst(page)) reachingMs.push(performance.now() - startMs)
    await selectShort(page)
  }
  await close()

  const chat = `chat of ${count.toLocaleString("en")} long messages`
  return [
    {
      name: `opening a ${chat}`,
      unit: "ms",
      value: median(openingMs),
      must: 350,
      aim: 200,
      note: openingMs.map(Math.round).join(", "),
    },
    ...(place.quick ? [] : [reaching(rounds, reachingMs)]),
    {
      name: `key press to paint in a ${chat}, p95`,
      unit: "ms",
      value: percentile(keys, 0.95),
      must: 40,
      aim: 24,
      note: `${keys.length} keys`,
    },
    { name: `heap with a ${chat} open`, unit: "MB", value: heap },
  ]
}

function reaching(rounds: number, reachingMs: readonly number[]): Measure {
  return {
    name: `its first message reached by fast scrolling, of ${rounds}`,
    unit: "",
    value: reachingMs.length,
    must: rounds,
    aim: rounds,
    better: "higher",
    note: `in ${reachingMs.map((ms) => (ms / 1000).toFixed(1)).join(", ")} s`,
  }
}

/** The next round begins with the short one again, and finds the long one left at its end. */
async function selectShort(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Ir para o fim" }).click()
  await page.getByRole("button", { name: "Ir para o fim" }).waitFor({ state: "detached" })
  await page.getByRole("link", { name: /^Curta/ }).click()
  await page.getByRole("article").filter({ hasText: "Olá!" }).waitFor()
}

/** Turns the wheel as fast as it goes, up to the beginning. Whether the first message is then in sight. */
async function scrollToFirst(page: Page): Promise<boolean> {
  await page.getByRole("log").hover()
  const first = page.getByRole("article").filter({ hasText: /^Pergunta 1$/ })
  for (let turn = 0; turn < 2_000; turn++) {
    await page.mouse.wheel(0, -10_000)
    if (turn % 10 === 9 && (await page.getByRole("log").evaluate((log) => log.scrollTop)) === 0) break
  }
  return first.waitFor({ timeout: 5_000 }).then(
    () => true,
    () => false,
  )
}
