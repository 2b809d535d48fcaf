import {
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  type FormEvent,
  type PointerEvent,
  type Ref,
  type RefObject,
} from "react"
import { withChapters } from "../../../platform/language/texts.ts"
import { focusConversation, isTouch } from "../../../state/composer-focus.ts"
import { restoreTray, type TrayItem } from "../../../state/attachment-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { useConversations } from "../../../state/conversation-store.ts"
import { partsOf, useActions } from "../../../state/contributions.ts"
import { lazyPart, sayPartMissing } from "../../../ui/lazy-part.tsx"
import { useWantedAgain } from "../../../ui/use-wanted-again.ts"
import { AttachButton } from "../attachments/attach-button.tsx"
import { useFileDrop } from "../attachments/use-file-drop.ts"
import type { SuggestionKeys } from "./composer-suggestions.tsx"
import styles from "./composer.module.css"
import { CostEstimate } from "./cost-estimate.tsx"
import { ExpandButton, wantsRoom } from "./expand-button.tsx"
import { lastWords } from "./last-words.ts"
import type { PlaceKeys } from "./place-bar.tsx"
import { MessageField } from "./message-field.tsx"
import { ModelChip } from "./model-chip.tsx"
import { SendButton } from "./send-button.tsx"
import { useOutgoing } from "./use-outgoing.ts"

const AttachmentTray = lazyPart(() => withChapters(import("../attachments/attachment-tray.tsx"), "attachments"))
const ComposerSuggestions = lazyPart(() => import("./composer-suggestions.tsx"))
const DropOverlay = lazyPart(() => withChapters(import("../attachments/drop-overlay.tsx"), "attachments"))
const PlaceBar = lazyPart(() => withChapters(import("./place-bar.tsx"), "prompts"))
const PreviewBubble = lazyPart(() => import("./preview-bubble.tsx"))
const SightNotice = lazyPart(() => withChapters(import("../attachments/sight-notice.tsx"), "attachments", "errors"))

export interface ComposerHandle {
  /** Puts a text in, with the caret behind it, and leads through its `[places]` to fill in. Nothing is sent. */
  readonly fill: (text: string) => void
  readonly focus: () => void
}

export interface ComposerProps {
  readonly sessionId: string
  /** It takes the place of the messages too. */
  readonly isExpanded: boolean
  readonly onExpand: (expand: boolean) => void
  readonly ref: Ref<ComposerHandle>
}

/** The place to write. It knows only whether an answer arrives, not the answer: a word arriving does not touch it. */
export function Composer({ sessionId, isExpanded, onExpand, ref }: ComposerProps) {
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const suggestions = useRef<SuggestionKeys>(null)
  const places = useRef<PlaceKeys>(null)
  // Counts the texts with places that were put in; 0 while no places are filled in.
  const [filling, setFilling] = useState(0)
  const listId = useId()
  const [option, setOption] = useState<string>()
  // Without a connection the tray may not be here yet; with the next file it is asked for again.
  const [missingFor, setMissingFor] = useState<readonly TrayItem[]>()
  const sightAgain = useWantedAgain()
  const isOver = useFileDrop(sessionId)
  const focus = useCallback(() => field.current?.focus(), [])
  const { text, change, tray, ready, isEmpty, sight, submit, run, stop } = useOutgoing(sessionId, {
    onSent() {
      onExpand(false)
      // On a phone the keyboard goes: the answer has the screen.
      if (innerWidth <= 768 && isTouch()) focusConversation()
      else focus()
    },
    onUnseen() {
      const choice = form.current?.querySelector<HTMLElement>("[data-sight] button")
      if (choice) choice.focus()
      else sayPartMissing()
    },
  })
  const put = useFill(field, change)
  const fill = (words: string) => {
    put(words)
    setFilling((times) => (/[[{]/.test(words) ? times + 1 : 0))
  }
  const mayMean = useMayMean(text)
  const { isInUse, use, leave } = useInUse()
  const isBegun = useConversations((state) => (state.sessions[sessionId]?.messageCount ?? 0) > 0)
  const ends = useActions("composerEnd")
  const isPreviewed = useConfig((config) => config.sendPreviewBubble)
  useImperativeHandle(ref, () => ({ fill, focus }))
  useEffect(() => void restoreTray(sessionId), [sessionId])

  const takeKey = (key: string, isBare: boolean): boolean => {
    if (isBare && (suggestions.current?.press(key) || places.current?.press(key))) return true
    const last = isBare && key === "ArrowUp" && text === "" ? lastWords(sessionId) : ""
    if (last !== "") {
      put(last)
      return true
    }
    if (key !== "Escape" || !isExpanded) return false
    onExpand(false)
    return true
  }
  return (
    <>
      {isPreviewed && text.trim() !== "" && <PreviewBubble text={text} />}
      {isOver && <DropOverlay />}
      <form
        ref={form}
        className={styles.composer}
        data-expanded={isExpanded}
        data-resting={isBegun && isEmpty && !isExpanded && !isInUse}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit()
        }}
        onFocus={use}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) leave()
        }}
        onPointerDown={(event: PointerEvent) => {
          // The whole box is the field: pressing beside its controls goes on writing.
          if (event.target !== event.currentTarget) return
          event.preventDefault()
          focus()
        }}
      >
        {mayMean && (
          <ComposerSuggestions
            ref={suggestions}
            text={text}
            listId={listId}
            onActive={setOption}
            onPrompt={({ content }) => fill(content)}
            onCommand={run}
          />
        )}
        {filling > 0 && (
          <PlaceBar
            key={filling}
            ref={places}
            field={field}
            text={text}
            onChange={change}
            onEnd={() => setFilling(0)}
          />
        )}
        {tray.length > 0 && (
          <AttachmentTray
            wanted={missingFor !== tray}
            onMissing={() => setMissingFor(tray)}
            sessionId={sessionId}
            items={tray}
            onRemoved={focus}
          />
        )}
        {sight.isBlind && <SightNotice {...sightAgain} sessionId={sessionId} sight={sight} onKept={focus} />}
        <MessageField
          field={field}
          text={text}
          onChange={change}
          onSubmit={submit}
          onKey={takeKey}
          listId={listId}
          option={option}
        />
        {(isExpanded || wantsRoom(text)) && (
          <ExpandButton
            isExpanded={isExpanded}
            onExpand={(expand) => {
              onExpand(expand)
              focus()
            }}
          />
        )}
        <div className={styles.tools}>
          <AttachButton sessionId={sessionId} />
          <div className={styles.choices}>
            <ModelChip sessionId={sessionId} />
            {partsOf("composer").map(({ id, Control }) => (
              <Control key={id} sessionId={sessionId} />
            ))}
          </div>
          <CostEstimate sessionId={sessionId} text={text} attachments={ready} />
          <SendButton isEmpty={isEmpty} onStop={stop} />
          {ends.map(({ id, Control }) => (
            <Control key={id} sessionId={sessionId} isFree={isEmpty && stop === undefined} />
          ))}
        </div>
      </form>
    </>
  )
}

/** Puts a text into the field, and the caret where writing goes on. */
function useFill(field: RefObject<HTMLTextAreaElement | null>, change: (text: string) => void) {
  return (text: string) => {
    change(text)
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(text.length, text.length)
    })
  }
}

/** Whether a text begins like a command, or like a prompt where those are wanted. */
function useMayMean(text: string): boolean {
  const hints = useConfig((config) => !config.disablePromptHint)
  return /^[:：]/.test(text) || (hints && text.startsWith("/"))
}

/** The press that takes the focus away lands before anything moves, in ms. */
const restMs = 300

/** Whether the composer or one of its controls has the focus, or had it a moment ago. */
function useInUse() {
  const [isInUse, setInUse] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const use = () => {
    clearTimeout(timer.current)
    setInUse(true)
  }
  const leave = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setInUse(false), restMs)
  }
  return { isInUse, use, leave }
}
