import type { Browser } from "@playwright/test"
import type { Prosa } from "../../e2e/support/prosa.ts"
import { storeChats, storedChat } from "../../e2e/support/stored-chats.ts"
import { median, type Measure } from "../measure.ts"
import type { ClockedProvider } from "./clocked-provider.ts"
import { longAnswer } from "./long-answer.ts"
import { askAndWatch, watchForList } from "./probes.ts"
import { composerOf, desk, heapMb, openSlowPage, slowdown } from "./slow-page.ts"

const rounds = 3

export interface ManyChats {
  readonly chats: number
  readonly messagesEach: number
  /** Milliseconds until the list is seen. */
  readonly must: number
  readonly aim: number
}

/** A visitor comes back to very many chats: when the list is seen, what it takes, when an answer begins. */
export async function measureManyChats(
  browser: Browser,
  prosa: Prosa,
  provider: ClockedProvider,
  { chats, messagesEach, must, aim }: ManyChats,
): Promise<readonly Measure[]> {
  const { page, devtools, close } = await openSlowPage(browser, desk)
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 })
  const texts = Array.from(
    { length: messagesEach },
    (_, at) => `Mensagem ${at + 1}: o mercado fica na esquina da praça.`,
  )
  const stored = Array.from({ length: chats }, (_, at) => storedChat(`Conversa ${at + 1}`, texts, at))
  await storeChats(page, prosa.url, stored, "Conversa 1", { isSlow: true })
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slowdown })

  await page.addInitScript(watchForList)
  const visibleMs: number[] = []
  const heapsMb: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto(prosa.url)
    await page.waitForFunction(() => window.prosaListMs !== undefined)
    visibleMs.push(await page.evaluate(() => window.prosaListMs ?? Number.NaN))
    await page.waitForLoadState("networkidle")
    heapsMb.push(await heapMb(devtools))
  }
  const measures: Measure[] = [
    {
      name: `start with ${chats.toLocaleString("en")} chats: list visible`,
      unit: "ms",
      value: median(visibleMs),
      must,
      aim,
      note: visibleMs.map(Math.round).join(", "),
    },
    {
      name: `heap with ${chats.toLocaleString("en")} chats`,
      unit: "MB",
      value: median(heapsMb),
      // Promised for a thousand.
      ...(chats > 1_000 ? {} : { must: 25, aim: 15 }),
    },
  ]
  if (chats <= 1_000) {
    const firstMs: number[] = []
    for (let round = 0; round < rounds; round++) {
      provider.play(longAnswer(100), 200)
      await page.getByRole("button", { name: "Nova conversa" }).click()
      await composerOf(page).fill("Escreva uma resposta bem longa.")
      firstMs.push(await page.evaluate(askAndWatch))
      await page.getByRole("button", { name: "Enviar" }).waitFor({ timeout: 20_000 })
    }
    measures.push({
      name: `first text of an answer with ${chats.toLocaleString("en")} chats`,
      unit: "ms",
      value: median(firstMs),
      must: 600,
      aim: 300,
      note: firstMs.map(Math.round).join(", "),
    })
  }
  await close()
  return measures
}
