import { useEffect, useMemo, useRef, useState } from "react"
import { useLocation } from "../../../platform/browser/links.ts"
import { contentWith, type Attachment } from "#core/conversation/attachment.ts"
import { parseCommand, type CommandName } from "#core/conversation/commands.ts"
import { answersWithPicture } from "#core/models/played-roles.ts"
import { texts } from "../../../platform/language/texts.ts"
import { emptyTray, readyAttachments, useTray, type TrayItem } from "../../../state/attachment-store.ts"
import { useAccess } from "../../../state/access-store.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { seesImages } from "../../../state/model-facts.ts"
import { showToast } from "../../../ui/toast.tsx"
import { askAboutModel } from "../turn/model-change.ts"
import { askedIn } from "../turn/who-pays.ts"
import { askAboutCost } from "../turn/ceilings.ts"
import { runCommand } from "./run-command.ts"
import { useAskedModel } from "./use-asked-model.ts"
import { useDraft } from "./use-draft.ts"
import { useSendMessage } from "../turn/use-send-message.ts"

/** The composer's content and the actions on it. */
export interface Outgoing {
  readonly text: string
  readonly change: (text: string) => void
  readonly tray: readonly TrayItem[]
  readonly ready: readonly Attachment[]
  readonly isEmpty: boolean
  readonly sight: Sight
  /**
   * Sends, or runs the command that stands there; a message that cannot be sent yet stays, with a notice of the reason.
   */
  readonly submit: () => void
  readonly run: (command: CommandName) => void
  /** Absent while nothing arrives. */
  readonly stop: (() => void) | undefined
}

/** Whether the model that will be asked sees the pictures that wait to be sent. */
export interface Sight {
  readonly model: string
  readonly isBlind: boolean
  /** It draws from words: no attachment goes along, and none is left out in silence. */
  readonly drawsOnly: boolean
  /** Pictures it will not see. */
  readonly waiting: number
  /** Their writer goes on with this model all the same. */
  readonly isKept: boolean
  readonly keep: () => void
}

export interface OutgoingEvents {
  readonly onSent: () => void
  /** It has to be said first whether pictures may go to a model that does not see them. */
  readonly onUnseen: () => void
}

/** Blanks and letters without a shape. */
const nothingToSee = /^[\s\p{Cf}]*$/u

export function useOutgoing(sessionId: string, { onSent, onUnseen }: OutgoingEvents): Outgoing {
  const { answering, send, stop } = useSendMessage(sessionId)
  const { text, change } = useDraft(sessionId)
  const tray = useTray(sessionId)
  const ready = useMemo(() => readyAttachments(tray), [tray])
  const sight = useSight(sessionId, ready)
  const [, navigate] = useLocation()
  const again = useRef<() => void>(() => {})
  const isEmpty = nothingToSee.test(text) && ready.length === 0

  const run = (command: CommandName) => {
    change("")
    // At once: the next key may be the first of a question in the conversation that it leads to.
    void runCommand(command, sessionId, navigate)
  }
  const submit = () => {
    const command = parseCommand(text)
    if (command !== undefined) return run(command)
    if (isEmpty) return
    if (answering !== undefined) return showToast({ text: texts().composer.stillAnswering })
    if (tray.some(({ kind }) => kind === "reading")) return showToast({ text: texts().composer.stillReading })
    if (sight.waiting > 0 && !sight.isKept) return onUnseen()
    if (askAboutModel(sessionId, () => again.current())) return
    const content = contentWith(text.trim(), ready)
    askAboutCost(sessionId, content, (pastCeilings) => {
      send(content, pastCeilings)
      change("")
      emptyTray(sessionId)
      onSent()
    })
  }
  // After the user's consent, the current content of the field is sent.
  useEffect(() => {
    again.current = submit
  })
  return {
    text,
    change,
    tray,
    ready,
    isEmpty,
    sight,
    submit,
    run,
    stop: answering === undefined ? undefined : () => stop(answering),
  }
}

function useSight(sessionId: string, ready: readonly Attachment[]): Sight {
  const model = useAskedModel(sessionId)
  const [keptFor, setKeptFor] = useState<string>()
  const config = useAccess((state) => state.config)
  const session = useConversations(({ sessions }) => sessions[sessionId])
  const isBlind = session === undefined || !seesImages(askedIn(session), config)
  const drawsOnly = session !== undefined && answersWithPicture(askedIn(session), config.roles)
  const waiting = isBlind ? ready.filter(({ kind }) => drawsOnly || kind === "image").length : 0
  return { model, isBlind, drawsOnly, waiting, isKept: keptFor === model, keep: () => setKeptFor(model) }
}
