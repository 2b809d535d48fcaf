import { type MicroReais, microReais } from "../lib/micro-reais.ts"
import type { SpeechEngine } from "./speech-choices.ts"

/** A voice that a server offers for a price. */
export interface PaidVoices {
  readonly engine: "OpenAI-TTS" | "Edge-TTS"
  readonly model: string
  /** Of a million characters; undefined: its payer is not charged by us. */
  readonly perMillion: MicroReais | undefined
}

/** What decides who reads an answer aloud. */
export interface ReadingFacts {
  /** As it is stored. */
  readonly engine: SpeechEngine
  readonly offered: readonly PaidVoices[]
  /** The caller may have paid calls: a premium code, or a key of their own. */
  readonly mayPay: boolean
  /** Absent: nothing is counted for this caller. */
  readonly balance: MicroReais | undefined
  readonly isOnline: boolean
  /** How long each piece is that does not lie in this browser, in characters; absent: not looked at yet. */
  readonly unheard?: readonly number[] | undefined
  readonly hasDeviceVoice: boolean
}

/** Why the device reads although another engine was chosen. */
export type DeviceReason = "chosen" | "not-offered" | "no-plan" | "no-balance" | "offline"

export type Reader =
  | { readonly by: "paid"; readonly voices: PaidVoices }
  | { readonly by: "device"; readonly why: DeviceReason }
  | { readonly by: "nobody"; readonly why: DeviceReason }

/** Before it is known what is still to be paid, a text so long must be affordable, in characters. */
const shortestWorth = 240

/** Who reads: the stored engine if it is offered and can be paid, else the device's voice, else nobody. */
export function effectiveEngine(facts: ReadingFacts): Reader {
  const voices = facts.offered.find(({ engine }) => engine === facts.engine)
  const why = whyNot(facts, voices)
  if (voices !== undefined && why === undefined) return { by: "paid", voices }
  return { by: facts.hasDeviceVoice ? "device" : "nobody", why: why ?? "not-offered" }
}

function whyNot(facts: ReadingFacts, voices: PaidVoices | undefined): DeviceReason | undefined {
  if (facts.engine === "device") return "chosen"
  const { balance, unheard = [shortestWorth] } = facts
  // It was paid before, and needs nobody.
  if (voices !== undefined && unheard.length === 0) return undefined
  if (!facts.isOnline) return "offline"
  if (!facts.mayPay) return "no-plan"
  if (voices === undefined) return "not-offered"
  if (balance !== undefined && balance < costOfPieces(unheard, voices)) return "no-balance"
  return undefined
}

/** The price of so many characters, rounded up. */
export function costOfReading(characters: number, { perMillion }: PaidVoices): MicroReais {
  return microReais(Math.ceil((characters * (perMillion ?? 0)) / 1_000_000))
}

/** The price of pieces of so many characters: each is charged by itself. */
export function costOfPieces(pieces: readonly number[], voices: PaidVoices): MicroReais {
  return microReais(pieces.reduce((sum, characters) => sum + costOfReading(characters, voices), 0))
}
