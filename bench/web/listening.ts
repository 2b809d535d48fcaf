import { openWithCode } from "../../e2e/support/chat.ts"
import { median, type Measure } from "../measure.ts"
import { speechMs } from "./clocked-provider.ts"
import { roundsAt, type Place } from "./place.ts"
import { composerOf, openSlowPage } from "./slow-page.ts"
import { newCode } from "../../e2e/support/prosa.ts"

/** Somebody with credits has a short answer read aloud, for the first time in this browser. */
export async function measureListening(place: Place): Promise<readonly Measure[]> {
  const soundMs: number[] = []
  for (let round = 0; round < roundsAt(place); round++) soundMs.push(await firstSound(place))
  return [
    {
      name: `listening, a provider that takes ${speechMs} ms: the first sound after the press`,
      unit: "ms",
      value: median(soundMs),
      must: 1_000,
      note: soundMs.map(Math.round).join(", "),
    },
  ]
}

async function firstSound(place: Place): Promise<number> {
  const { prosa } = place
  const { page, close } = await openSlowPage({ ...place, slowdown: 1 })
  await page.addInitScript(() => {
    localStorage.setItem("nk-speech-paid", "1")
    const times = { pressed: 0 }
    addEventListener("click", () => (times.pressed = performance.now()), true)
    const play = HTMLMediaElement.prototype.play
    HTMLMediaElement.prototype.play = function () {
      // The moment of silence that a press begins with is no sound.
      this.addEventListener("playing", () => {
        if (this.duration > 1) document.documentElement.dataset["heard"] ??= String(performance.now() - times.pressed)
      })
      return play.call(this)
    }
  })
  await openWithCode(page, prosa.url, await newCode(prosa, "5"))
  await composerOf(page).fill("Oi")
  await page.keyboard.press("Enter")
  await page.getByRole("button", { name: "Ouvir", exact: true }).click()
  const heard = page.locator("[data-heard]")
  await heard.waitFor({ state: "attached" })
  const ms = Number(await heard.getAttribute("data-heard"))
  await close()
  return ms
}
