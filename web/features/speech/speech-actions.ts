import { hasWords } from "#core/conversation/message.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { useConfig } from "../../state/config-store.ts"
import type { Actions, MessageShown } from "../../state/contributions.ts"
import { ListenButton } from "./listening/listen-button.tsx"
import { listen } from "./listening/listen.ts"
import { listening } from "./listening/listening.ts"
import { ListeningDock } from "./listening/listening-dock.tsx"
import { MicrophoneButton } from "./talking/microphone-button.tsx"

const isRead = ({ message }: MessageShown) =>
  message.role === "assistant" && useConfig.getState().ttsConfig.enable && hasWords(message)

/** Listening to an answer, and speaking instead of writing. */
export const speechActions: Pick<Actions, "message" | "dock" | "composerEnd"> = {
  message: [
    {
      id: "listen",
      icon: "voice",
      text: ({ message }) => {
        const t = chapterTexts("speech")
        return listening.get()?.messageId === message.id ? t.stopListening : t.listen
      },
      isOffered: isRead,
      isInRow: isRead,
      Button: ListenButton,
      run: (shown) => listen(shown, { isAsked: true }),
    },
  ],
  dock: [{ id: "listening", Control: ListeningDock }],
  composerEnd: [{ id: "microphone", Control: MicrophoneButton }],
}
