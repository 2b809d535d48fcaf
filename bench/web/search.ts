import { storedChat } from "../../e2e/support/stored-chats.ts"
import { median, type Measure } from "../measure.ts"
import { roundsAt, type Place } from "./place.ts"
import { openStoredPage } from "./slow-page.ts"

const chats = 200
const messagesEach = 100
/** Distinct enough to make a vocabulary of real size. */
const syllables = ["ca", "de", "mo", "que", "ção", "lu", "ná", "ri", "fe", "bra", "to", "gui", "são", "pi", "ve"]

/** A visitor searches 20 000 stored messages, just after opening the page and again while the index is warm. */
export async function measureSearch(place: Place): Promise<readonly Measure[]> {
  const stored = Array.from({ length: chats }, (_, chat) =>
    storedChat(
      `Conversa ${chat + 1}`,
      Array.from({ length: messagesEach }, (_, at) => `${proseOf(chat * messagesEach + at)} marco${chat} sinal${at}`),
      chat,
    ),
  )
  const { page, close } = await openStoredPage(place, stored, "Conversa 1")

  const coldMs: number[] = []
  for (let round = 0; round < roundsAt(place); round++) {
    await page.goto(new URL("/search-chat", place.prosa.url).href)
    await page.getByRole("searchbox").waitFor()
    coldMs.push(await page.evaluate(searchFor, `marco${17 + round} sinal4`))
  }
  await page.getByText(/encontrados?$/).waitFor()
  const warmMs: number[] = []
  for (const query of ["marco5 sinal7", "sinal9", "macro44", "ca", "marco120 sinal1", "sao lu", "marco199"]) {
    warmMs.push(await page.evaluate(searchFor, query))
  }
  await close()
  return [
    {
      name: "search over 20,000 messages, cold: first results",
      unit: "ms",
      value: median(coldMs),
      must: 1_500,
      note: coldMs.map(Math.round).join(", "),
    },
    {
      name: "search over 20,000 messages: first results",
      unit: "ms",
      value: median(warmMs),
      must: 100,
      aim: 50,
      note: warmMs.map(Math.round).join(", "),
    },
  ]
}

/** Some eighty words, the same for the same number. */
function proseOf(seed: number): string {
  let state = seed + 1
  const next = (most: number) => (state = (state * 48_271) % 2_147_483_647) % most
  const word = () => Array.from({ length: 1 + next(4) }, () => syllables[next(syllables.length)]).join("")
  return Array.from({ length: 80 }, word).join(" ")
}

/** In the page: types a query at once, and tells after how many milliseconds its results are painted. */
export function searchFor(query: string): Promise<number> {
  const field = document.querySelector<HTMLInputElement>("input[type=search]")
  if (field === null) throw new Error("no field")
  // React hears a value only when it is set past its own bookkeeping.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(field, query)
  const before = document.querySelector("main ol")
  const shown = before?.textContent
  const startedAt = performance.now()
  field.dispatchEvent(new Event("input", { bubbles: true }))
  return new Promise((resolve) => {
    const look = () => {
      const list = document.querySelector("main ol")
      const isNew = list !== null && list.textContent !== shown && list.querySelector("mark") !== null
      if (isNew) requestAnimationFrame(() => resolve(performance.now() - startedAt))
      else requestAnimationFrame(look)
    }
    look()
  })
}
