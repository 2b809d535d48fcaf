import { selectMessages } from "#core/conversation/conversation-state.ts"
import { unlockSound } from "../../../platform/browser/sound-player.ts"
import { useConfig } from "../../../state/config-store.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { listen } from "./listen.ts"

function isWished(): boolean {
  const { enable, autoplay } = useConfig.getState().ttsConfig
  return enable && autoplay
}

/**
 * Reads each answer that has arrived in the open conversation before the eyes of its reader; never one that was there before, nor
 * in a hidden tab. Returns how to stop.
 */
export function readAnswersThatEnd(): () => void {
  let arriving: string | undefined
  const look = () => {
    const { currentId } = conversationStore.getState()
    const last = selectMessages(conversationStore.getState(), currentId)?.at(-1)
    if (last?.streaming === true) {
      arriving = last.id
      return
    }
    const isNew = last !== undefined && last.id === arriving
    arriving = undefined
    if (!isNew || last.failure !== undefined || last.isError === true || !isWished()) return
    if (document.visibilityState === "hidden" || last.date < performance.timeOrigin) return
    void listen({ sessionId: currentId, message: last }, { isAsked: false })
  }
  // The press that sends is the one that an iPhone lets a later sound begin with.
  const unlock = (event: Event) => {
    const sends = event.type === "submit" || (event instanceof KeyboardEvent && event.key === "Enter")
    if (sends && isWished()) unlockSound()
  }
  look()
  const stop = conversationStore.subscribe(look)
  addEventListener("submit", unlock, true)
  addEventListener("keydown", unlock, true)
  return () => {
    stop()
    removeEventListener("submit", unlock, true)
    removeEventListener("keydown", unlock, true)
  }
}
