import { useEffect, useState, useSyncExternalStore } from "react"
import { costOfPieces, type PaidVoices, type Reader } from "#core/speech/effective-engine.ts"
import { isOnline, onLineChange } from "../../../platform/browser/online.ts"
import { whenKeysRest } from "../../../platform/browser/when-idle.ts"
import { formatMoney } from "../../../platform/language/money.ts"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { useAccess } from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import type { MessageShown } from "../../../state/contributions.ts"
import { IconButton } from "../../../ui/button.tsx"
import { useEmitter } from "../../../ui/emitter.ts"
import { listen, loadPrice, loadReading } from "./listen.ts"
import { listening } from "./listening.ts"
import styles from "./listening.module.css"
import { whoReads } from "./who-reads.ts"

let isFetched = false

/** The code that reads is fetched in an idle moment with a connection, so that the sound follows the press at once. */
function fetchAhead(): void {
  if (isFetched) return
  isFetched = true
  whenKeysRest(() => {
    if (isOnline()) void loadReading().catch(() => (isFetched = false))
    else isFetched = false
  })
}

/** Reads the answer, says before what that costs, and stops. */
export function ListenButton(shown: MessageShown) {
  const { message } = shown
  const t = chapterTexts("speech")
  const isOn = useEmitter(listening)?.messageId === message.id
  // `whoReads` goes by these three: the button is drawn anew when one of them changes.
  useAccess()
  useConfig((config) => config.ttsConfig)
  const online = useSyncExternalStore(onLineChange, isOnline)
  const [unheard, setUnheard] = useState<readonly number[]>()
  const priced = pricedVoices(whoReads(true))
  const paying = pricedVoices(whoReads(true, unheard))
  useEffect(() => {
    if (online) fetchAhead()
  }, [online])
  // What is said, and what of it was heard before, is looked at when somebody is about to read the price.
  const lookAtPrice = () => {
    if (priced === undefined) return
    void loadPrice()
      .then((code) => code.unheardOf(message, priced))
      .then(setUnheard, () => undefined)
  }
  const isFree = paying === undefined || unheard?.length === 0
  const price = paying && unheard && costOfPieces(unheard, paying)
  const offer = isFree ? t.listenFree : price === undefined ? t.listen : t.listenFor(formatMoney(price))
  return (
    <IconButton
      size="small"
      className={isOn ? styles.on : undefined}
      icon="voice"
      label={isOn ? t.stopListening : t.listen}
      title={isOn ? t.stopListening : offer}
      aria-pressed={isOn}
      onPointerEnter={lookAtPrice}
      onFocus={lookAtPrice}
      onClick={() => void listen(shown, { isAsked: true })}
    />
  )
}

function pricedVoices(reader: Reader): PaidVoices | undefined {
  return reader.by === "paid" && reader.voices.perMillion !== undefined ? reader.voices : undefined
}
