import { expect, test } from "vitest"
import { microReais } from "../lib/micro-reais.ts"
import { costOfPieces, costOfReading, effectiveEngine, type PaidVoices, type ReadingFacts } from "./effective-engine.ts"

const voices: PaidVoices = { engine: "OpenAI-TTS", model: "tts-1", perMillion: microReais(107_250_000) }
const facts: ReadingFacts = {
  engine: "OpenAI-TTS",
  offered: [voices],
  mayPay: true,
  balance: microReais(1_000_000),
  isOnline: true,
  hasDeviceVoice: true,
}

test.each([
  [{}, { by: "paid", voices }],
  [{ balance: undefined }, { by: "paid", voices }],
  [{ engine: "device" }, { by: "device", why: "chosen" }],
  [{ engine: "Edge-TTS" }, { by: "device", why: "not-offered" }],
  [{ mayPay: false }, { by: "device", why: "no-plan" }],
  [{ balance: microReais(20_000) }, { by: "device", why: "no-balance" }],
  [
    { balance: microReais(20_000), unheard: [60, 100] },
    { by: "paid", voices },
  ],
  [
    { balance: microReais(350_000), unheard: [60, 900, 900, 900, 900] },
    { by: "device", why: "no-balance" },
  ],
  [{ isOnline: false }, { by: "device", why: "offline" }],
  [
    { isOnline: false, unheard: [60] },
    { by: "device", why: "offline" },
  ],
  [
    { isOnline: false, balance: microReais(0), unheard: [] },
    { by: "paid", voices },
  ],
  [
    { engine: "device", unheard: [] },
    { by: "device", why: "chosen" },
  ],
  [
    { mayPay: false, hasDeviceVoice: false },
    { by: "nobody", why: "no-plan" },
  ],
] as const)("with %j the reader is %j", (changed, reader) => {
  expect(effectiveEngine({ ...facts, ...changed })).toEqual(reader)
})

test("a thousand characters cost what they are charged", () => {
  expect(costOfReading(1_000, voices)).toBe(107_250)
  expect(costOfReading(1, voices)).toBe(108)
  expect(costOfPieces([1, 1, 1_000], voices)).toBe(107_466)
})
