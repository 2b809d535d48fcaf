import { median, type Measure } from "../measure.ts"
import { roundsAt, type Place } from "./place.ts"
import { composerOf, openSlowPage } from "./slow-page.ts"

const count = 5_000

/** Somebody brings a collection of prompts in from a file: until it is shown what would come, and until it is stored. */
export async function measurePrompts(place: Place): Promise<readonly Measure[]> {
  const prompts = Array.from({ length: count - 2 }, (_, at) => [`Modelo ${at}`, `Escreva o texto ${at} para [quem].`])
  const buffer = Buffer.from(JSON.stringify([[], ["a"], ...prompts]))
  const tookMs: number[] = []
  for (let round = 0; round < roundsAt(place); round++) {
    const { page, close } = await openSlowPage({ ...place, slowdown: 1 })
    await page.goto(place.prosa.url)
    await composerOf(page).fill("/")
    await page.getByRole("button", { name: "Gerenciar prompts" }).click()
    const choosing = page.waitForEvent("filechooser")
    await page.getByRole("dialog", { name: "Prompts" }).getByRole("button", { name: "Importar" }).click()
    const chooser = await choosing
    const importing = page.evaluate(watchImport, [count - 2, 2] as const)
    await chooser.setFiles({ name: "prompts.json", mimeType: "application/json", buffer })
    tookMs.push(await importing)
    await close()
  }
  return [
    {
      name: "5 000 prompts come in from a file",
      unit: "ms",
      value: median(tookMs),
      must: 2_000,
      note: tookMs.map(Math.round).join(", "),
    },
  ]
}

/** In the page: presses the button as soon as it is told what is in the file, and tells how long the page took until it is stored. */
function watchImport([fresh, skipped]: readonly [number, number]): Promise<number> {
  const until = (look: () => boolean) =>
    new Promise<void>((resolve) => {
      const watching = new MutationObserver(() => {
        if (!look()) return
        watching.disconnect()
        resolve()
      })
      watching.observe(document.body, { childList: true, subtree: true, characterData: true })
    })
  const says = (words: string) => (document.body.textContent ?? "").includes(words)
  return new Promise((resolve, reject) => {
    // Where the import was refused, the text of its window says why.
    setTimeout(() => reject(new Error(document.body.innerText)), 30_000)
    const onChoice = async () => {
      const began = performance.now()
      const told = `${fresh} novos, ${skipped} ignorados`
      await until(() => says(told))
      // The list of prompts, below, has a button of that name too.
      const plan = [...document.querySelectorAll("dialog")].find(({ textContent }) => textContent.includes(told))
      const button = [...(plan?.querySelectorAll("button") ?? [])].findLast(
        ({ textContent }) => textContent === "Importar",
      )
      const stored = until(() => says(`${fresh} prompts importados`))
      button?.click()
      await stored
      resolve(performance.now() - began)
    }
    addEventListener("change", () => void onChoice(), { once: true })
  })
}
