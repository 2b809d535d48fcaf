import { newVisitor } from "../../testing/visitors.ts"
import { median, type Measure } from "../measure.ts"
import { roundsAt, type Place } from "./place.ts"
import { openSlowPage, slow4g } from "./slow-page.ts"

/** Somebody opens a shared conversation of sixty messages from a message, on a slow network and a slow phone. */
export async function measureSharedPage(place: Place): Promise<readonly Measure[]> {
  const items = Array.from({ length: 60 }, (_one, at) => ({
    from: at % 2 === 0 ? "human" : "gpt",
    value:
      at % 2 === 0
        ? `Pergunta ${at}: o que fazer em Recife?`
        : `Resposta ${at}: **passear** pelo Marco Zero e ver o mar.\n\n${"Leve água e um chapéu, porque o sol é forte. ".repeat(8)}`,
  }))
  const id = await newVisitor(place.prosa.url)
  const made = await fetch(`${place.prosa.url}/sharegpt`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-visitor": id },
    body: JSON.stringify({ title: "Recife", items }),
  })
  const { id: shared } = (await made.json()) as { readonly id: string }
  const paintedMs: number[] = []
  let kilobytes = 0
  for (let round = 0; round < roundsAt(place); round += 1) {
    const { page, devtools, close } = await openSlowPage(place)
    await devtools.send("Network.enable")
    let bytes = 0
    devtools.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength))
    await devtools.send("Network.emulateNetworkConditions", slow4g)
    await page.goto(`${place.prosa.url}/s/${shared}`, { waitUntil: "load" })
    await page.getByText("Pergunta 0").waitFor()
    paintedMs.push(
      await page.evaluate(
        () =>
          performance.getEntriesByType("paint").find(({ name }) => name === "first-contentful-paint")?.startTime ?? NaN,
      ),
    )
    kilobytes = bytes / 1_000
    await close()
  }
  return [
    {
      name: "a shared conversation of 60 messages, slow 4G: first paint",
      unit: "ms",
      value: median(paintedMs),
      must: 1_000,
      note: paintedMs.map(Math.round).join(", "),
    },
    { name: "all that it fetches", unit: "kB", value: kilobytes, must: 50 },
  ]
}
