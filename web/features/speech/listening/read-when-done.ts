import { selectMessages } from "#core/conversation/conversation-state.ts"
import type { Message } from "#core/conversation/message.ts"
import { unlockSound } from "../../../platform/browser/sound-player.ts"
import { useConfig } from "../../../state/config-store.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { talking } from "../talking/talking.ts"
import { listen } from "./listen.ts"

function isWished(): boolean {
  const { enable, autoplay } = useConfig.getState().ttsConfig
  return enable && autoplay
}

/** An answer that failed has nothing to hear, and whoever stopped one has enough of it. */
function isWhole({ failure, isError, finish }: Message): boolean {
  return failure === undefined && isError !== true && finish !== "aborted"
}

/**
 * Reads each answer that has arrived in the open conversation before the eyes of its reader; never one that was there before, nor
 * in a hidden tab, nor into a microphone that is on. Returns how to stop.
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
    if (!isNew || !isWhole(last) || !isWished() || talking.get().recording.phase !== "idle") return
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
