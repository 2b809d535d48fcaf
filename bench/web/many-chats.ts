import { storedChat } from "../../e2e/support/stored-chats.ts"
import { median, type Measure } from "../measure.ts"
import { longAnswer } from "./long-answer.ts"
import { askAndWatch, watchForList } from "./probes.ts"
import { roundsAt, type Place } from "./place.ts"
import { composerOf, heapMb, openStoredPage } from "./slow-page.ts"

export interface ManyChats {
  readonly chats: number
  readonly messagesEach: number
  /** Milliseconds until the list is seen. */
  readonly must: number
  readonly aim: number
}

/** A visitor comes back to very many chats: when the list is seen, what it takes, when an answer begins. */
export async function measureManyChats(
  place: Place,
  { chats, messagesEach, must, aim }: ManyChats,
): Promise<readonly Measure[]> {
  const rounds = roundsAt(place)
  const texts = Array.from(
    { length: messagesEach },
    (_, at) => `Mensagem ${at + 1}: o mercado fica na esquina da praça.`,
  )
  const stored = Array.from({ length: chats }, (_, at) => storedChat(`Conversa ${at + 1}`, texts, at))
  const { page, devtools, close } = await openStoredPage(place, stored, "Conversa 1")

  await page.addInitScript(watchForList)
  const visibleMs: number[] = []
  const heapsMb: number[] = []
  for (let round = 0; round < rounds; round++) {
    await page.goto(place.prosa.url)
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
      place.provider.play(longAnswer(100), 200)
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
