import { setTimeout as delay } from "node:timers/promises"
import type { CDPSession, Page } from "@playwright/test"
import type { Prosa } from "../../e2e/support/prosa.ts"
import { storeChats, type StoredChat } from "../../e2e/support/stored-chats.ts"
import type { Place } from "./place.ts"

const phone = { width: 412, height: 915 }
/** Wide enough for the list of conversations to stand beside the chat. */
const desk = { width: 1280, height: 800 }

/** Chromium's "Slow 4G": 1.6 Mbit/s down, 750 kbit/s up less a tenth, 562.5 ms for each request. */
export const slow4g = { offline: false, latency: 562.5, downloadThroughput: 180_000, uploadThroughput: 84_375 }

/** A page in a fresh profile, on a slow processor. */
export interface SlowPage {
  readonly page: Page
  readonly devtools: CDPSession
  readonly close: () => Promise<void>
}

export async function openSlowPage({ browser, slowdown }: Place, viewport = phone): Promise<SlowPage> {
  const context = await browser.newContext({ locale: "pt-BR", viewport, serviceWorkers: "allow" })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  const devtools = await context.newCDPSession(page)
  await devtools.send("Performance.enable")
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown })
  return { page, devtools, close: () => context.close() }
}

/** A page that finds chats in its store: they are put there before its processor is slow. */
export async function openStoredPage(place: Place, chats: readonly StoredChat[], current: string): Promise<SlowPage> {
  const opened = await openSlowPage({ ...place, slowdown: 1 }, desk)
  await storeChats(opened.page, place.prosa.url, chats, current, { isSlow: true })
  await opened.devtools.send("Emulation.setCPUThrottlingRate", { rate: place.slowdown })
  return opened
}

export const composerOf = (page: Page) => page.getByRole("textbox", { name: "Mensagem", exact: true })

/** Asks what the clocked provider answers at length, and waits for the place of the answer. */
export async function askAtLength(page: Page, prosa: Prosa): Promise<void> {
  await page.goto(prosa.url)
  await composerOf(page).fill("Escreva uma resposta bem longa.")
  await page.keyboard.press("Enter")
  await page.getByRole("log").getByRole("article").nth(1).waitFor()
}

/** Presses a key some ten times a second, as long as wanted. */
export async function typeWhile(page: Page, isWanted: () => boolean): Promise<void> {
  await composerOf(page).focus()
  while (isWanted()) {
    await page.keyboard.press("a")
    await delay(97)
  }
}

/** Processor time of the page's thread so far, in seconds. */
export function taskSeconds(devtools: CDPSession): Promise<number> {
  return metric(devtools, "TaskDuration")
}

/** The memory of the page's objects after a garbage collection, in MB (10⁶ bytes). */
export async function heapMb(devtools: CDPSession): Promise<number> {
  await devtools.send("HeapProfiler.collectGarbage")
  return (await metric(devtools, "JSHeapUsedSize")) / 1e6
}

async function metric(devtools: CDPSession, wanted: string): Promise<number> {
  const { metrics } = await devtools.send("Performance.getMetrics")
  return metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
}

export async function readProbe(page: Page) {
  return page.evaluate(() => {
    const probe = window.prosaProbe
    probe?.stop()
    return { frames: probe?.frames ?? [], seen: probe?.seen ?? [], keys: probe?.keys ?? [] }
  })
}
