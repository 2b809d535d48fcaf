import { ownBalance } from "#core/access/access-state.ts"
import { effectiveEngine, type PaidVoices, type Reader, type ReadingFacts } from "#core/speech/effective-engine.ts"
import { edgeModel, type SpeechEngine } from "#core/speech/speech-choices.ts"
import { mediaOffers } from "../../../platform/gateway/media-offers.ts"
import { ownCall, selectIsPremium, useAccess, type AccessState } from "../../../state/access-store.ts"
import { isShownOnly } from "../../../state/may-use-media.ts"
import { useConfig } from "../../../state/config-store.ts"
import { isOnline } from "../../../platform/browser/online.ts"

/** The voices that are offered for a price, in the stored model where there is one. */
export function paidVoices({ config }: Pick<AccessState, "config">, model: string): readonly PaidVoices[] {
  const { speech, edge } = mediaOffers(config)
  const priced = speech.filter(({ perMillion }) => perMillion !== undefined)
  const plain = priced.filter((offer) => offer.model !== edgeModel)
  const chosen = plain.find((offer) => offer.model === model) ?? plain[0]
  const neural = edge ? priced.find((offer) => offer.model === edgeModel) : undefined
  const voices = (engine: PaidVoices["engine"], offer: (typeof priced)[number]): PaidVoices => ({
    engine,
    model: offer.model,
    perMillion: offer.perMillion,
  })
  return [...(chosen ? [voices("OpenAI-TTS", chosen)] : []), ...(neural ? [voices("Edge-TTS", neural)] : [])]
}

/** Whether an own key pays for what is read aloud, which then has no price. */
export function isReadByOwnKey(engine: SpeechEngine): boolean {
  return engine === "OpenAI-TTS" && typeof ownCall("OpenAI") === "object"
}

/** The paid voice that is set and offered; undefined where the device reads. */
export function chosenVoices(): PaidVoices | undefined {
  const { engine, offered } = factsNow(true)
  return offered.find((voices) => voices.engine === engine)
}

/** Who reads an answer aloud now, as it is set and can be paid; `unheard`: what of it is still to be paid. */
export function whoReads(hasDeviceVoice: boolean, unheard?: readonly number[]): Reader {
  return effectiveEngine({ ...factsNow(hasDeviceVoice), unheard })
}

function factsNow(hasDeviceVoice: boolean): ReadingFacts {
  const access = useAccess.getState()
  const { engine, model } = useConfig.getState().ttsConfig
  const isOwn = isReadByOwnKey(engine)
  // A murmur is worth less than a voice: the demonstration's is heard where the device has none.
  const isMurmured = isShownOnly(access) && !hasDeviceVoice
  const paid = isOwn ? asSet(engine, model) : paidVoices(access, model)
  return {
    engine,
    // Where nothing is offered, or the server was not reached yet, what was heard before lies under the names that are set.
    offered:
      paid.length === 0
        ? asSet(engine, model)
        : paid.map((voices) => (isMurmured ? { ...voices, perMillion: undefined } : voices)),
    mayPay: paid.length > 0 && (isOwn || isMurmured || selectIsPremium(access)),
    balance: isOwn || isMurmured || access.unmetered || access.balanceAt === 0 ? undefined : ownBalance(access).premium,
    isOnline: isOnline(),
    hasDeviceVoice,
  }
}

function asSet(engine: SpeechEngine, model: string): readonly PaidVoices[] {
  if (engine === "device") return []
  return [{ engine, model: engine === "Edge-TTS" ? edgeModel : model, perMillion: undefined }]
}
