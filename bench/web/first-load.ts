import type { Page } from "@playwright/test"
import { median, type Measure } from "../measure.ts"
import { roundsAt, type Place } from "./place.ts"
import { composerOf, openSlowPage, slow4g } from "./slow-page.ts"

/** A first visit over a slow network: what is loaded, and when one can write. */
export async function measureFirstLoad(place: Place): Promise<readonly Measure[]> {
  const usableMs: number[] = []
  const readyMs: number[] = []
  const answeredMs: number[] = []
  let filesMore = 0
  let files: readonly (readonly [name: string, kilobytes: number])[] = []
  for (let round = 0; round < roundsAt(place); round++) {
    place.provider.play(["Tudo bem. ", "E você?"], 100)
    const { page, devtools, close } = await openSlowPage(place)
    await devtools.send("Network.enable")
    await devtools.send("Network.emulateNetworkConditions", slow4g)
    const startMs = performance.now()
    await page.goto(place.prosa.url, { waitUntil: "commit" })
    // Not written in: the first letter fetches what an answer will need, which is no part of the first load.
    await composerOf(page).click({ timeout: 60_000 })
    usableMs.push(performance.now() - startMs)
    await page.getByRole("button", { name: "Enviar" }).waitFor()
    readyMs.push(performance.now() - startMs)
    await page.waitForLoadState("networkidle")
    files = await loadedFiles(page)
    await page.evaluate(() => performance.clearResourceTimings())
    const askedMs = performance.now()
    await composerOf(page).fill("Escreva uma resposta bem longa.")
    await page.keyboard.press("Enter")
    await page.getByRole("log").getByRole("article").nth(1).getByText("Tudo bem.").first().waitFor()
    answeredMs.push(performance.now() - askedMs)
    filesMore = (await loadedFiles(page)).length
    await close()
  }
  const largest = files.toSorted((a, b) => b[1] - a[1]).slice(0, 4)
  return [
    {
      name: "first load, JS + CSS compressed",
      unit: "kB",
      value: files.reduce((sum, [, kilobytes]) => sum + kilobytes, 0),
      must: 140,
      aim: 110,
      note: largest.map(([name, kilobytes]) => `${name} ${kilobytes.toFixed(0)}`).join(", "),
    },
    {
      name: "composer usable, slow 4G, 4× slower processor",
      unit: "ms",
      value: median(usableMs),
      must: 2200,
      aim: 1500,
      note: `first visits: ${usableMs.map(Math.round).join(", ")}`,
    },
    {
      name: "the whole page there",
      unit: "ms",
      value: median(readyMs),
      note: `the same visits: ${readyMs.map(Math.round).join(", ")}`,
    },
    {
      name: "the first answer's first words, from the first letter on",
      unit: "ms",
      value: median(answeredMs),
      note: `${filesMore} files more; the same visits: ${answeredMs.map(Math.round).join(", ")}`,
    },
  ]
}

/** The code and styles that the page has fetched since its beginning, or since they were last counted. */
function loadedFiles(page: Page): Promise<readonly (readonly [name: string, kilobytes: number])[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter((entry): entry is PerformanceResourceTiming => /\.(js|css)$/.test(new URL(entry.name).pathname))
      .map((entry) => [entry.name.replace(/^.*\//, ""), entry.encodedBodySize / 1000] as const),
  )
}
