import "fake-indexeddb/auto"
import "../../../../testing/page-around.ts"
import { expect, test, vi } from "vitest"
import { userMessage } from "#core/conversation/message.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { openDatabase, provideDatabase } from "../../../platform/storage/database.ts"
import { loadPrice } from "./listen.ts"

const database = await openDatabase(() => {})
provideDatabase(database)
const voices = { engine: "OpenAI-TTS", model: "tts", perMillion: microReais(1_000_000) } as const
const answer = (content: string) => ({ ...userMessage("a", 1, content), role: "assistant" as const })

test("what is heard is paid, not what is written: no Markdown, characters and not their halves", async () => {
  const { unheardOf } = await loadPrice()
  expect(await unheardOf(answer("**Oi**, [aqui](https://exemplo.com.br/pagina)."), voices)).toEqual([
    "Oi, aqui.".length,
  ])
  // Each of these letters takes two units of a string.
  expect(await unheardOf(answer("𝒜𝒷𝒸"), voices)).toEqual([3])
})

test("of a temporary chat a sound is heard again for nothing, and is stored nowhere", async () => {
  const { unheardOf } = await loadPrice()
  const { soundOf } = await import("./paid-sound.ts")
  let calls = 0
  vi.stubGlobal("fetch", async () => {
    calls += 1
    return new Response("sound", { headers: { "content-type": "audio/mpeg" } })
  })
  const of = { sessionId: "s", messageId: "a" }
  for (let time = 0; time < 2; time++) expect((await soundOf(of, "Segredo.", 0, voices, false)).ok).toBe(true)
  expect(calls).toBe(1)
  expect(await unheardOf(answer("Segredo."), voices)).toEqual([])
  expect(await database.count("sounds")).toBe(0)
  // Any other is kept for the next page.
  expect((await soundOf(of, "Notícia.", 0, voices, true)).ok).toBe(true)
  await expect.poll(() => database.count("sounds")).toBe(1)
})
