import type { MicroReais } from "#core/lib/micro-reais.ts"
import { canRecord } from "../../../platform/browser/microphone.ts"
import { canRecognise } from "../../../platform/browser/speech-recognition.ts"
import { mediaOffers } from "../../../platform/gateway/media-offers.ts"
import { ownCall, type AccessState } from "../../../state/access-store.ts"
import { isShownOnly, mayUseMedia } from "../../../state/may-use-media.ts"

/** Who writes down what is said: a model, at a price where we charge one, or the browser. */
export type Writer =
  | { readonly by: "model"; readonly model: string; readonly perMinute: MicroReais | undefined }
  | { readonly by: "browser" }

/** Recognition that did not begin is not offered again while the page is open. */
let isDeaf = false

export function noteDeaf(): void {
  isDeaf = true
}

export function writerFor(access: AccessState): Writer | undefined {
  const offer = mediaOffers(access.config).transcription.find(({ perMinute }) => perMinute !== undefined)
  const isOwn = typeof ownCall("OpenAI") === "object"
  if (canRecord() && offer !== undefined && (isOwn || mayUseMedia(access)))
    return { by: "model", model: offer.model, perMinute: isOwn || isShownOnly(access) ? undefined : offer.perMinute }
  return canRecognise() && !isDeaf ? { by: "browser" } : undefined
}
