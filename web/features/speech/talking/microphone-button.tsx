import { useEffect, useRef, useState, type ComponentProps, type MouseEvent, type PointerEvent } from "react"
import { createPortal } from "react-dom"
import { formatMoney } from "../../../platform/language/money.ts"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { someGoesWithPage, storedRecordings } from "../../../platform/storage/recording-outbox.ts"
import { whenIdle } from "../../../platform/browser/when-idle.ts"
import { useAccess } from "../../../state/access-store.ts"
import { isNeverStored } from "../../../state/conversation-list.ts"
import { whenGivenWay } from "../../../state/given-way.ts"
import { whoHoldsOnlyHere } from "../../../state/only-here.ts"
import type { EndPart } from "../../../state/contributions.ts"
import { classNames } from "../../../ui/class-names.ts"
import { useEmitter } from "../../../ui/emitter.ts"
import { Icon } from "../../../ui/icon.tsx"
import { Glyph } from "../glyphs.tsx"
import { RecordingBar } from "./recording-bar.tsx"
import { loadTranscribing, talk } from "./talk.ts"
import { talking } from "./talking.ts"
import styles from "./talking.module.css"
import { writerFor } from "./who-writes.ts"

// What is being said goes on in the conversation that takes the place of its own, under another button.
whenGivenWay((from, to) => {
  const now = talking.get()
  if (now.sessionId !== from) return
  talking.set({ ...now, sessionId: to })
  talk({ type: "moved" })
})

// What is said into a temporary conversation is stored nowhere, nor what the browser itself writes down as it is said, nor a
// recording for which there is no room.
whoHoldsOnlyHere(() => {
  if (someGoesWithPage()) return true
  const { sessionId, recording, isTranscribing } = talking.get()
  if (recording.phase !== "recording" && !isTranscribing) return false
  return isNeverStored(sessionId) || writerFor(useAccess.getState())?.by === "browser"
})

/**
 * A finger that came down on the microphone presses nothing else as it lifts: a recording may end by itself under it, and the
 * send button then stands in its place. Until anything is touched again; it outlives the button.
 */
function pressNothingElse(microphone: Element): void {
  const next = new AbortController()
  const listening = { capture: true, signal: next.signal }
  addEventListener("pointerdown", () => next.abort(), listening)
  addEventListener(
    "click",
    (event: globalThis.MouseEvent) => {
      // Without a pointer it is a press of a key, or of a screen reader.
      if (event.detail === 0 || event.composedPath().includes(microphone)) return
      event.preventDefault()
      event.stopPropagation()
    },
    listening,
  )
}

let isLookedThrough = false

/** What was recorded and not written down before the page was closed is, once there is time. */
function lookThroughOutbox(): void {
  if (isLookedThrough) return
  isLookedThrough = true
  whenIdle(() => {
    void storedRecordings().then((waiting) => {
      if (waiting !== undefined && waiting.length > 0)
        void loadTranscribing().then(
          (code) => code.transcribeStored(),
          () => undefined,
        )
    })
  })
}

/**
 * Speaking instead of writing, in the place of the send button: held and let go by a finger, begun and ended by presses of a
 * mouse or a key. The words come into the field and are never sent by themselves.
 */
export function MicrophoneButton({ sessionId, isFree }: ComponentProps<EndPart["Control"]>) {
  const t = chapterTexts("speech")
  const writer = useAccess((state) => writerFor(state)?.by)
  const perMinute = useAccess((state) => {
    const found = writerFor(state)
    return found?.by === "model" ? found.perMinute : undefined
  })
  const now = useEmitter(talking)
  const button = useRef<HTMLButtonElement>(null)
  const start = useRef({ x: 0, y: 0 })
  const [box, setBox] = useState<Element | null>(null)
  useEffect(lookThroughOutbox, [])
  // Nobody is recorded without seeing it: who leaves the conversation has said what there was to say. One that gave way to a
  // stored one is not left.
  useEffect(() => () => void (talking.get().sessionId === sessionId && talk({ type: "interrupted" })), [sessionId])
  const isHere = now.sessionId === sessionId
  const { recording } = now
  const isShown = (isHere && recording.phase !== "idle") || (isFree && writer !== undefined)
  useEffect(() => setBox(button.current?.closest("form") ?? null), [isShown])
  const isOn = isHere && (recording.phase === "recording" || recording.phase === "opening")
  useEffect(() => {
    if (!isOn) return
    const end = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return
      event.preventDefault()
      event.stopPropagation()
      talk({ type: "cancelled" })
    }
    addEventListener("keydown", end, true)
    return () => removeEventListener("keydown", end, true)
  }, [isOn])
  if (!isShown) return null

  const isTouch = ({ pointerType }: PointerEvent) => pointerType === "touch" || pointerType === "pen"
  const down = (event: PointerEvent<HTMLButtonElement>) => {
    if (!isTouch(event)) return
    event.currentTarget.setPointerCapture(event.pointerId)
    pressNothingElse(event.currentTarget)
    start.current = { x: event.clientX, y: event.clientY }
    const at = Date.now()
    talk(recording.phase === "recording" ? { type: "pressed", at } : { type: "touched", at }, sessionId)
  }
  const move = (event: PointerEvent<HTMLButtonElement>) => {
    if (!isTouch(event) || recording.phase !== "recording") return
    const isRtl = document.documentElement.dir === "rtl"
    const x = event.clientX - start.current.x
    talk({ type: "slid", back: isRtl ? x : -x, up: start.current.y - event.clientY })
  }
  const up = (event: PointerEvent) => isTouch(event) && talk({ type: "released", at: Date.now() })
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    const { pointerType } = event.nativeEvent as globalThis.PointerEvent
    // A finger has been followed on its way already.
    if (event.detail > 0 && (pointerType === "touch" || pointerType === "pen")) return
    talk({ type: "pressed", at: Date.now() }, sessionId)
  }
  const isHeld = isOn && recording.phase === "recording" && recording.how === "held"
  const name = isHeld ? t.releaseToEnd : isOn ? t.stopTalking : t.talk
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classNames(styles.microphone, isOn && styles.recording, isHeld && styles.held)}
        aria-label={name}
        aria-pressed={isOn}
        title={isOn || perMinute === undefined ? name : t.talkFor(formatMoney(perMinute))}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={(event) => isTouch(event) && talk({ type: "lost" })}
        onContextMenu={(event) => event.preventDefault()}
        onClick={press}
      >
        {isOn && !isHeld ? <Icon name="check" size={20} /> : <Glyph name="mic" size={isHeld ? 24 : 20} />}
      </button>
      {box && isHere && (isOn || (now.isTranscribing && isFree)) && createPortal(<RecordingBar now={now} />, box)}
    </>
  )
}
