import type { Page } from "@playwright/test"
import { startCuttableProxy } from "../../e2e/support/cuttable-proxy.ts"
import { longText, storedChat } from "../../e2e/support/stored-chats.ts"
import { median, type Measure } from "../measure.ts"
import { type Place, roundsAt } from "./place.ts"
import { searchFor } from "./search.ts"
import { openStoredPage } from "./slow-page.ts"

const messages = 500
const chats = 50

/** Milliseconds that a reader without a connection may wait, on a processor such as this one. */
const must = 800

/** The connection is cut and the page opened again, from what the browser keeps of it. */
export async function measureOffline(place: Place): Promise<readonly Measure[]> {
  const line = await startCuttableProxy(place.prosa.url)
  const texts = Array.from({ length: messages }, (_, at) => longText(`Parte ${at + 1}`))
  const others = Array.from({ length: chats }, (_, at) =>
    storedChat(`Conversa ${at + 1}`, [`pitanga${at}`, "Sim."], at + 1),
  )
  const stored = [storedChat("Pomar", texts), ...others]
  const { page, devtools, close } = await openStoredPage(
    { ...place, slowdown: 1, prosa: { ...place.prosa, url: line.url } },
    stored,
    "Pomar",
  )
  await page.goto(line.url)
  await untilKept(page)
  line.cut()
  const measures: Measure[] = []
  for (const slowdown of new Set([1, place.slowdown])) {
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown })
    const seen: { list: number[]; chat: number[]; search: number[] } = { list: [], chat: [], search: [] }
    for (let round = 0; round < roundsAt(place); round++) {
      await page.goto(line.url, { waitUntil: "commit" })
      const [list, chat] = await Promise.all([
        msUntil(page, "nav", "Conversa 1"),
        msUntil(page, "[role=log]", `Parte ${messages}`),
      ])
      seen.list.push(list)
      seen.chat.push(chat)
      await page.goto(`${line.url}/search-chat`)
      await page.getByRole("searchbox").waitFor()
      seen.search.push(await page.evaluate(searchFor, `pitanga${round + 7}`))
    }
    const bound = slowdown === 1 ? { must } : {}
    const how = slowdown === 1 ? "" : ` (${slowdown}× slower processor)`
    const figure = (name: string, values: readonly number[]): Measure => ({
      name: `without a connection: ${name}${how}`,
      unit: "ms",
      value: median(values),
      note: values.map(Math.round).join(", "),
      ...bound,
    })
    measures.push(
      figure("list visible", seen.list),
      figure(`the end of a chat of ${messages} messages visible`, seen.chat),
      figure("first results of a search", seen.search),
    )
  }
  await close()
  await line.close()
  return measures
}

/** Has the browser keep the page: from the second visit on, once nothing else is to be done. */
async function untilKept(page: Page): Promise<void> {
  await page.waitForFunction(() => localStorage.getItem("nk-records-adopted") !== null)
  await page.reload()
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

/** Milliseconds from the beginning of the navigation until a text is painted in an element. */
async function msUntil(page: Page, selector: string, text: string): Promise<number> {
  const found = await page.waitForFunction(
    ([where, what]) => document.querySelector(where)?.textContent.includes(what) === true && performance.now(),
    [selector, text] as const,
    { polling: "raf" },
  )
  return Number(await found.jsonValue())
}
