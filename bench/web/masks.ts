import { deflateRawSync } from "node:zlib"
import type { Page } from "@playwright/test"
import { median, type Measure } from "../measure.ts"
import { roundsAt, type Place } from "./place.ts"
import { openSlowPage } from "./slow-page.ts"

const count = 1_000

/** Somebody with a thousand masks of their own opens the list of them, and searches it. */
export async function measureMasks(place: Place): Promise<readonly Measure[]> {
  const { page, devtools, close } = await openSlowPage({ ...place, slowdown: 1 })
  await page.goto(new URL("/masks", place.prosa.url).href)
  const file = Array.from({ length: count }, (_, at) => ({
    name: `Papel ${at} de ${words[at % words.length]}`,
    avatar: "1f916",
    context: [{ role: "system", content: `Você é o papel ${at}. ${words.join(" ")} `.repeat(4) }],
  }))
  const choosing = page.waitForEvent("filechooser")
  await page.getByRole("button", { name: "Mais opções", exact: true }).click()
  await page.getByRole("menuitem", { name: "Importar" }).click()
  const buffer = Buffer.from(JSON.stringify(file))
  await (await choosing).setFiles({ name: "masks.json", mimeType: "application/json", buffer })
  await page.getByRole("dialog").getByRole("button", { name: "Importar" }).click()
  await page.getByText(`${count} máscaras importadas`).waitFor()
  await page.getByRole("link", { name: "Voltar" }).click()
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: place.slowdown })

  const openMs: number[] = []
  const keyMs: number[] = []
  for (let round = 0; round < roundsAt(place); round++) {
    openMs.push(await page.evaluate(openMasks))
    for (const letter of "papel 77") keyMs.push(await typeLetter(page, letter))
    await page.getByRole("main").getByRole("link", { name: "Voltar" }).click()
  }
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 })
  const refusedMs: number[] = []
  for (const fragment of damaged) refusedMs.push(await page.evaluate(openDamaged, fragment))
  await close()
  return [
    {
      name: "1 000 masks, 4× slower processor: the list is visible",
      unit: "ms",
      value: median(openMs),
      must: 300,
      note: openMs.map(Math.round).join(", "),
    },
    {
      name: "1 000 masks, 4× slower processor: a key in their search",
      unit: "ms",
      value: median(keyMs),
      must: 50,
      note: `worst ${Math.round(Math.max(...keyMs))}`,
    },
    {
      name: "a link of a mask that is damaged, or unpacks to 100 MB: says so",
      unit: "ms",
      value: Math.max(...refusedMs),
      must: 500,
      note: refusedMs.map(Math.round).join(", "),
    },
  ]
}

const words = ["escola", "cozinha", "trabalho", "viagem", "saúde", "direito", "música", "jardim"]

/** No base64, base64 of no JSON, half of what was packed, and far more than a link can be of. */
const bomb = deflateRawSync(Buffer.alloc(100_000_000)).toString("base64url")
const damaged = ["2.%%%", "1.eyJuYW1l", `2.${bomb.slice(0, 7_000)}`, `2.${bomb}`]

/** In the page: opens a link of a mask from the list, and tells after how many milliseconds its refusal is painted. */
async function openDamaged(fragment: string): Promise<number> {
  const isThere = () => (document.querySelector("main [role=alert]")?.textContent ?? "").includes("danificado")
  const until = (is: boolean) =>
    new Promise<void>((resolve) => {
      const look = () => (isThere() === is ? requestAnimationFrame(() => resolve()) : requestAnimationFrame(look))
      look()
    })
  history.pushState(null, "", "/masks")
  await until(false)
  const startedAt = performance.now()
  history.pushState(null, "", `/new-chat#mask=${fragment}`)
  await until(true)
  return performance.now() - startedAt
}

/** In the page: goes to the list as a link does, and tells after how many milliseconds its first masks are painted. */
function openMasks(): Promise<number> {
  const startedAt = performance.now()
  history.pushState(null, "", "/masks")
  return new Promise((resolve) => {
    const look = () => {
      const isThere = document.querySelector("main section li") !== null
      if (isThere) requestAnimationFrame(() => resolve(performance.now() - startedAt))
      else requestAnimationFrame(look)
    }
    look()
  })
}

/** Types a letter into the search, and tells after how many milliseconds it is painted. */
async function typeLetter(page: Page, letter: string): Promise<number> {
  return page.evaluate((typed) => {
    const field = document.querySelector<HTMLInputElement>("main input[type=search]")
    if (field === null) throw new Error("no field")
    // React hears a value only when it is set past its own bookkeeping.
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set
    set?.call(field, field.value + typed)
    const startedAt = performance.now()
    field.dispatchEvent(new Event("input", { bubbles: true }))
    return new Promise<number>((resolve) =>
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - startedAt))),
    )
  }, letter)
}
