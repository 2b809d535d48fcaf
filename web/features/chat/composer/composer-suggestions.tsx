import { useEffect, useImperativeHandle, useMemo, useRef, useState, type Ref } from "react"
import type { CommandName } from "#core/conversation/commands.ts"
import { isFace, suggestCommands } from "#core/conversation/suggest-commands.ts"
import { findPrompts, promptQuery } from "#core/prompts/find-prompts.ts"
import { fillMoments } from "#core/prompts/places.ts"
import type { Prompt } from "#core/prompts/prompt.ts"
import { texts } from "../../../platform/language/texts.ts"
import { momentWords } from "../../../platform/language/moment-words.ts"
import { refreshPrompts, usePrompts } from "../../../state/prompt-store.ts"
import { notePromptUse, promptUses } from "../../../state/prompt-uses.ts"
import { openPrompts } from "../../../state/prompts-dialog.ts"
import { classNames } from "../../../ui/class-names.ts"
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx"
import { openChatDialog } from "../dialogs/chat-dialogs.ts"
import styles from "./composer-suggestions.module.css"

export interface SuggestionKeys {
  /** Takes a key that is meant for the suggestions; false when it is not. */
  readonly press: (key: string) => boolean
}

export interface ComposerSuggestionsProps {
  readonly ref: Ref<SuggestionKeys>
  readonly text: string
  readonly listId: string
  /** The suggestion the keyboard is at, by its element's id; undefined while there are none. */
  readonly onActive: (optionId: string | undefined) => void
  readonly onPrompt: (prompt: Prompt) => void
  readonly onCommand: (command: CommandName) => void
}

type Suggestion =
  | { readonly kind: "prompt"; readonly prompt: Prompt }
  | { readonly kind: "command"; readonly command: CommandName }

/** Longest list; what lies beyond is found by typing more. */
const most = 50

/** Suggestions for the typed text: prompts after "/", commands after ":". The focus stays in the field. */
export default function ComposerSuggestions({
  ref,
  text,
  listId,
  onActive,
  onPrompt,
  onCommand,
}: ComposerSuggestionsProps) {
  const t = texts().composer
  const suggestions = useSuggestions(text)
  const [at, setAt] = useState(0)
  const [closedFor, setClosedFor] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  // Closed by Escape until what is typed is something else altogether.
  const isOpen = suggestions.length > 0 && (closedFor === undefined || !text.startsWith(closedFor))
  const active = Math.min(at, suggestions.length - 1)
  const optionId = isOpen && active >= 0 ? `${listId}-${active}` : undefined

  // An emoticon that is sent selects no command.
  useEffect(() => setAt(isFace(text) ? -1 : 0), [text])
  useEffect(() => {
    onActive(optionId)
    return () => onActive(undefined)
  }, [onActive, optionId])
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: "nearest" })
  }, [active])

  const choose = (suggestion: Suggestion | undefined) => {
    if (suggestion?.kind === "prompt") {
      const now = Date.now()
      notePromptUse(suggestion.prompt.id, now)
      onPrompt({ ...suggestion.prompt, content: fillMoments(suggestion.prompt.content, momentWords(now)) })
    }
    if (suggestion?.kind === "command") onCommand(suggestion.command)
  }
  useImperativeHandle(ref, () => ({
    press: (key) => {
      if (!isOpen) return false
      const count = suggestions.length
      if (key === "Enter" && active < 0) return false
      if (key === "ArrowDown") setAt((active + 1) % count)
      else if (key === "ArrowUp") setAt((Math.max(active, 0) - 1 + count) % count)
      else if (key === "Enter" || key === "Tab") choose(suggestions[Math.max(active, 0)])
      else if (key === "Escape") setClosedFor(text)
      else return false
      return true
    },
  }))

  if (!isOpen) return null
  const isCommands = suggestions[0]?.kind === "command"
  return (
    // The press that chooses must not take the focus, and the keyboard of a phone with it, out of the field.
    <div className={styles.panel} onPointerDown={(event) => event.preventDefault()}>
      <div ref={list} id={listId} role="listbox" tabIndex={-1} aria-label={t.suggestions} className={styles.list}>
        {suggestions.map((suggestion, index) => (
          <button
            type="button"
            tabIndex={-1}
            key={suggestion.kind === "prompt" ? suggestion.prompt.id : suggestion.command}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            className={classNames(styles.option, index === active && styles.active)}
            onPointerMove={() => setAt(index)}
            onClick={() => choose(suggestion)}
          >
            <Words suggestion={suggestion} />
          </button>
        ))}
      </div>
      <div className={styles.foot}>
        {active >= 0 && <span className={styles.keys}>{t.suggestionKeys}</span>}
        <button type="button" onClick={() => (isCommands ? openChatDialog({ kind: "shortcuts" }) : openPrompts())}>
          {isCommands ? t.shortcuts : t.managePrompts}
        </button>
      </div>
      <VisuallyHidden>
        <span role="status">{t.suggestionCount(suggestions.length)}</span>
      </VisuallyHidden>
    </div>
  )
}

function Words({ suggestion }: { readonly suggestion: Suggestion }) {
  if (suggestion.kind === "command") {
    return (
      <>
        <b className={styles.command}>:{suggestion.command}</b>
        <span>{texts().composer.commands[suggestion.command]}</span>
      </>
    )
  }
  const { title, content, isUser } = suggestion.prompt
  return (
    <>
      <b dir="auto">
        {title}
        {isUser && <small>{texts().composer.ownPrompt}</small>}
      </b>
      <span dir="auto">{content}</span>
    </>
  )
}

function useSuggestions(text: string): readonly Suggestion[] {
  const { own, builtin } = usePrompts()
  const query = promptQuery(text)
  const isPrompt = query !== undefined
  useEffect(() => {
    if (isPrompt) void refreshPrompts()
  }, [isPrompt])
  return useMemo(() => {
    if (query === undefined) {
      const { commands } = texts().composer
      return suggestCommands(text, (name) => commands[name]).map((command) => ({ kind: "command", command }))
    }
    const found = findPrompts([...own, ...builtin], query, promptUses())
    return found.slice(0, most).map((prompt) => ({ kind: "prompt", prompt }))
  }, [text, query, own, builtin])
}
