import { expect, test, vi } from "vitest"
import { userMessage } from "#core/conversation/message.ts"
import { microReais } from "#core/lib/micro-reais.ts"

// What a page has around it, as far as its stores look at it when they start.
vi.hoisted(() => {
  const page = new EventTarget()
  vi.stubGlobal("location", new URL("http://prosa.test/"))
  vi.stubGlobal("document", page)
  vi.stubGlobal("window", page)
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
  vi.stubGlobal("navigator", { onLine: true, languages: ["pt-BR"] })
})

const { provideDatabase } = await import("../../../platform/storage/database.ts")
const { loadPrice } = await import("./listen.ts")

test("what is heard is priced, not what is written: no Markdown, characters and not their halves", async () => {
  provideDatabase(undefined)
  const { priceOfHearing } = await loadPrice()
  const voices = { engine: "OpenAI-TTS", model: "tts", perMillion: microReais(1_000_000) } as const
  const answer = (content: string) => ({ ...userMessage("a", 1, content), role: "assistant" as const })
  expect(await priceOfHearing(answer("**Oi**, [aqui](https://exemplo.com.br/pagina)."), voices)).toBe(
    "Oi, aqui.".length,
  )
  // Each of these letters takes two units of a string.
  expect(await priceOfHearing(answer("𝒜𝒷𝒸"), voices)).toBe(3)
})
