import {
  lazy,
  Suspense,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type Ref,
} from "react"
import { useLocation } from "wouter"
import { contentWith } from "#core/conversation/attachment.ts"
import { parseCommand, type CommandName } from "#core/conversation/commands.ts"
import { canSeeImages } from "#core/models/capabilities.ts"
import { firstPlace } from "#core/prompts/first-place.ts"
import { isSubmit } from "#core/settings/submit-key.ts"
import { texts } from "../../../platform/texts.ts"
import { emptyTray, readyAttachments, restoreTray, useTray } from "../../../state/attachment-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { IconButton } from "../../../ui/button.tsx"
import { showToast } from "../../../ui/toast.tsx"
import { useIsMobile } from "../../../ui/use-media.ts"
import { AttachButton } from "../attachments/attach-button.tsx"
import { useFileDrop } from "../attachments/use-file-drop.ts"
import { askAboutCost } from "./ceilings.ts"
import type { SuggestionKeys } from "./composer-suggestions.tsx"
import styles from "./composer.module.css"
import { CostEstimate } from "./cost-estimate.tsx"
import { ModelChip } from "./model-chip.tsx"
import { SearchToggle } from "./search-toggle.tsx"
import { SendButton } from "./send-button.tsx"
import { useAskedModel } from "./use-asked-model.ts"
import { useDraft } from "./use-draft.ts"
import { useKeylessEnter } from "./use-keyless-enter.ts"
import { useSendMessage } from "./use-send-message.ts"
import { writingDirection } from "../message/writing-direction.ts"

const AttachmentTray = lazy(() => import("../attachments/attachment-tray.tsx"))
const ComposerSuggestions = lazy(() => import("./composer-suggestions.tsx"))
const DropOverlay = lazy(() => import("../attachments/drop-overlay.tsx"))
const PreviewBubble = lazy(() => import("../message/preview-bubble.tsx"))
const SightNotice = lazy(() => import("../attachments/sight-notice.tsx"))

export interface ComposerHandle {
  /** Puts a text in, with the caret behind it or on the first `[place]` to fill in. Nothing is sent. */
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
  const t = texts()
  const isMobile = useIsMobile()
  const submitKey = useConfig((config) => config.submitKey)
  const hints = useConfig((config) => !config.disablePromptHint)
  const isPreviewed = useConfig((config) => config.sendPreviewBubble)
  const { answering, send, stop } = useSendMessage(sessionId)
  const { text, change } = useDraft(sessionId)
  const tray = useTray(sessionId)
  const isOver = useFileDrop(sessionId)
  const model = useAskedModel(sessionId)
  const [, navigate] = useLocation()
  const [keptFor, setKeptFor] = useState<string>()
  const [option, setOption] = useState<string>()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const suggestions = useRef<SuggestionKeys>(null)
  const listId = useId()

  useEffect(() => void restoreTray(sessionId), [sessionId])
  useAutoGrow(field, text)

  const focus = useCallback(() => field.current?.focus(), [])
  const fill = (filled: string) => {
    change(filled)
    const place = firstPlace(filled) ?? { start: filled.length, end: filled.length }
    requestAnimationFrame(() => {
      focus()
      field.current?.setSelectionRange(place.start, place.end)
    })
  }
  useImperativeHandle(ref, () => ({ fill, focus }))

  const ready = useMemo(() => readyAttachments(tray), [tray])
  const isEmpty = text.trim() === "" && ready.length === 0
  const waitingImages = canSeeImages(model) ? 0 : ready.filter(({ kind }) => kind === "image").length

  const submit = () => {
    const command = parseCommand(text)
    if (command !== undefined) return run(command)
    if (answering !== undefined || isEmpty) return
    if (tray.some(({ kind }) => kind === "reading")) return showToast({ text: t.composer.stillReading })
    if (waitingImages > 0 && keptFor !== model) {
      return form.current?.querySelector<HTMLElement>("[data-sight] button")?.focus()
    }
    const content = contentWith(text.trim(), ready)
    askAboutCost(sessionId, content, (pastCeilings) => {
      send(content, pastCeilings)
      change("")
      emptyTray(sessionId)
      onExpand(false)
      focus()
    })
  }

  const run = (command: CommandName) => {
    change("")
    void import("./run-command.ts").then(({ runCommand }) => runCommand(command, sessionId, navigate))
  }

  /** Takes the keys that mean something here; the others write. */
  const press = (key: string, isBare: boolean): boolean => {
    if (isBare && suggestions.current?.press(key)) return true
    if (key !== "Escape" || !isExpanded) return false
    onExpand(false)
    return true
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const { key, ctrlKey, shiftKey, altKey, metaKey, nativeEvent } = event
    const { isComposing, keyCode } = nativeEvent
    if (isComposing || keyCode === 229) return
    const isTaken = press(key, !ctrlKey && !shiftKey && !altKey && !metaKey)
    if (!isTaken && !isSubmit({ key, ctrlKey, shiftKey, altKey, metaKey }, submitKey)) return
    event.preventDefault()
    if (!isTaken) submit()
  }
  useKeylessEnter(field, () => {
    if (press("Enter", true)) return true
    if (submitKey === "Enter") submit()
    return submitKey === "Enter"
  })

  const mayMean = /^[:：]/.test(text) || (hints && text.startsWith("/"))
  const isLong = text.length > 280 || text.split("\n", 5).length === 5
  return (
    <>
      <Suspense>
        {isPreviewed && text.trim() !== "" && <PreviewBubble text={text} />}
        {isOver && <DropOverlay />}
      </Suspense>
      <form
        ref={form}
        className={styles.composer}
        data-expanded={isExpanded}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          submit()
        }}
        onPointerDown={(event) => {
          // The whole box is the field: pressing beside its controls goes on writing.
          if (event.target !== event.currentTarget) return
          event.preventDefault()
          focus()
        }}
      >
        <Suspense>
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
          {tray.length > 0 && <AttachmentTray sessionId={sessionId} items={tray} onRemoved={focus} />}
          {!canSeeImages(model) && (
            <SightNotice
              sessionId={sessionId}
              model={model}
              waiting={waitingImages}
              isKept={keptFor === model}
              onKeep={() => {
                setKeptFor(model)
                focus()
              }}
            />
          )}
        </Suspense>
        <textarea
          ref={field}
          className={styles.field}
          aria-label={t.chat.message}
          aria-autocomplete="list"
          aria-controls={option === undefined ? undefined : listId}
          aria-activedescendant={option}
          placeholder={isMobile ? t.chat.message : t.chat.placeholder}
          rows={1}
          enterKeyHint={submitKey === "Enter" ? "send" : "enter"}
          dir={writingDirection(text)}
          value={text}
          onChange={(event) => change(event.target.value)}
          // Before the browser lays the text out.
          onPaste={({ currentTarget, clipboardData }) => {
            if (currentTarget.dir === "auto") currentTarget.dir = writingDirection(clipboardData.getData("text/plain"))
          }}
          onKeyDown={onKeyDown}
        />
        {(isLong || isExpanded) && (
          <IconButton
            icon={isExpanded ? "minimise" : "maximise"}
            size="small"
            className={styles.expand}
            label={isExpanded ? t.composer.collapse : t.composer.expand}
            aria-pressed={isExpanded}
            onClick={() => {
              onExpand(!isExpanded)
              focus()
            }}
          />
        )}
        <div className={styles.tools}>
          <ModelChip sessionId={sessionId} />
          <SearchToggle sessionId={sessionId} />
          <AttachButton sessionId={sessionId} />
          <CostEstimate sessionId={sessionId} text={text} attachments={ready} />
          <SendButton isEmpty={isEmpty} onStop={answering === undefined ? undefined : () => stop(answering)} />
        </div>
      </form>
    </>
  )
}

const growsByItself = typeof CSS !== "undefined" && CSS.supports("field-sizing", "content")

/** As high as its text, up to the style's limit. The newer browsers do it alone and without a layout in between. */
function useAutoGrow(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  useLayoutEffect(() => {
    const element = field.current
    if (growsByItself || element === null) return
    element.style.blockSize = "auto"
    element.style.blockSize = `${element.scrollHeight}px`
  }, [field, text])
}
