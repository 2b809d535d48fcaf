import { useEffect } from "react"
import { withChapters } from "../../../platform/language/texts.ts"
import { useEmitter } from "../../../ui/emitter.ts"
import { lazyPart } from "../../../ui/lazy-part.tsx"
import { listening } from "./listening.ts"
import { readAnswersThatEnd } from "./read-when-done.ts"

const PlayerBar = lazyPart(() => withChapters(import("./player-bar.tsx"), "speech"))

/** The bar of what is being read, above the composer; and what begins it by itself, where that is wished. */
export function ListeningDock() {
  const now = useEmitter(listening)
  useEffect(readAnswersThatEnd, [])
  return now && <PlayerBar now={now} />
}
