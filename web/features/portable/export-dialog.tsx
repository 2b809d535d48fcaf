import { useEffect, useMemo, useState } from "react"
import type { Message } from "#core/conversation/message.ts"
import { hasWords, saidIn } from "#core/conversation/message.ts"
import { costOf } from "#core/conversation/tool-rounds.ts"
import { languageTag } from "#core/i18n/locale.ts"
import { foldText } from "#core/lib/fold-text.ts"
import { formatCount } from "../../platform/language/format.ts"
import { currentLocale } from "../../platform/language/language.ts"
import { formatMoney } from "../../platform/language/money.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { useConversations } from "../../state/conversation-store.ts"
import { loadMessages } from "../../state/stored-conversations.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import field from "../../ui/field.module.css"
import { Check } from "./check.tsx"
import { ExportPreview } from "./export-preview.tsx"
import styles from "./portable.module.css"

/** What goes into an export. */
export interface Chosen {
  readonly title: string
  readonly sessionId: string
  readonly date: number
  readonly messages: readonly Message[]
  readonly context: readonly Message[]
  readonly choices: { readonly reasoning: boolean; readonly files: boolean; readonly costs: boolean }
  readonly costOf: (message: Message) => string | undefined
}

/** How many "the latest" are. */
const latestCount = 4

/** A conversation as a file: first what of it, then as what, with a preview. */
export function ExportDialog({ sessionId, onClose }: { readonly sessionId: string; readonly onClose: () => void }) {
  const t = chapterTexts("portable").export
  const session = useConversations((state) => state.sessions[sessionId])
  const all = useConversations((state) => state.messages[sessionId])
  useEffect(() => void loadMessages(sessionId), [sessionId])
  const messages = useMemo(() => (all ?? []).filter(({ role }) => role === "user" || role === "assistant"), [all])
  const [isPreview, setPreview] = useState(false)
  const [left, setLeft] = useState<ReadonlySet<string>>()
  const [choices, setChoices] = useState({ mask: true, reasoning: false, files: false, costs: false })
  const [sought, setSought] = useState("")
  const [lastPressed, setLastPressed] = useState<number>()
  // What failed or is still arriving is not ticked, and says why.
  const unticked = useMemo(
    () => new Set(messages.filter((one) => one.isError || one.streaming || !hasWords(one)).map(({ id }) => id)),
    [messages],
  )
  const out = left ?? unticked
  const chosen = messages.filter(({ id }) => !out.has(id))
  const context = session?.mask.context ?? []
  if (session === undefined) return null
  const title = session.topic || texts().shell.newConversation
  const setOut = (change: (id: string, at: number) => boolean) =>
    setLeft(new Set(messages.filter(({ id }, at) => change(id, at)).map(({ id }) => id)))
  const press = (index: number, isChosen: boolean, isRange: boolean) => {
    const [from, to] =
      isRange && lastPressed !== undefined
        ? [Math.min(index, lastPressed), Math.max(index, lastPressed)]
        : [index, index]
    setOut((id, at) => (at >= from && at <= to ? !isChosen : out.has(id)))
    setLastPressed(index)
  }
  const found = foldText(sought.trim())
  const toPreview = chosen.length > 0 || (choices.mask && context.length > 0)
  if (isPreview) {
    const whole: Chosen = {
      title,
      sessionId,
      date: chosen.at(-1)?.date ?? session.lastUpdate,
      messages: chosen,
      context: choices.mask ? context : [],
      choices,
      costOf: (message) => {
        const cost = choices.costs ? costOf(message) : undefined
        return cost === undefined ? undefined : t.cost(formatMoney(cost))
      },
    }
    return <ExportPreview chosen={whole} all={messages.length} onBack={() => setPreview(false)} onClose={onClose} />
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t.title}
      size="wide"
      actions={
        <Button variant="primary" aria-disabled={!toPreview} onClick={() => toPreview && setPreview(true)}>
          {t.preview}
        </Button>
      }
    >
      <div className={styles.body}>
        <div className={styles.steps}>
          <b role="status">{t.chosen(formatCount(chosen.length), formatCount(messages.length))}</b>
          <span className={styles.soft}>{t.step(formatCount(1), formatCount(2))}</span>
        </div>
        <div className={styles.tools}>
          <Button onClick={() => setOut((id) => unticked.has(id))}>{t.all}</Button>
          <Button onClick={() => setOut((id, at) => unticked.has(id) || at < messages.length - latestCount)}>
            {t.latest}
          </Button>
          <Button onClick={() => setOut(() => true)}>{t.none}</Button>
          <input
            type="search"
            className={field.field}
            value={sought}
            placeholder={t.filter}
            aria-label={t.filter}
            onChange={(event) => setSought(event.target.value)}
          />
        </div>
        <ul className={styles.messages} aria-label={t.messages} tabIndex={0}>
          {messages.map((message, index) => {
            const text = saidIn(message).trim()
            if (found !== "" && !foldText(text).includes(found)) return null
            const note = message.streaming ? t.running : message.isError ? t.failed : undefined
            return (
              <li key={message.id}>
                <label>
                  <input
                    type="checkbox"
                    checked={!out.has(message.id)}
                    onClick={(event) => press(index, out.has(message.id), event.shiftKey)}
                    onChange={() => {}}
                  />
                  <small>
                    {message.role === "user" ? t.you : (message.model ?? t.assistant)} · {timeText(message.date)}
                    {note !== undefined && ` · ${note}`}
                  </small>
                  <span className={styles.cut} dir="auto">
                    {text.slice(0, 200) || (hasWords(message) ? t.image : "…")}
                  </span>
                </label>
              </li>
            )
          })}
        </ul>
        <div className={styles.options}>
          {context.length > 0 && (
            <Check checked={choices.mask} onChange={(mask) => setChoices({ ...choices, mask })} text={t.mask} />
          )}
          <Check
            checked={choices.reasoning}
            onChange={(reasoning) => setChoices({ ...choices, reasoning })}
            text={t.reasoning}
          />
          <Check checked={choices.files} onChange={(files) => setChoices({ ...choices, files })} text={t.files} />
          <Check checked={choices.costs} onChange={(costs) => setChoices({ ...choices, costs })} text={t.costs} />
        </div>
      </div>
    </Dialog>
  )
}

function timeText(time: number): string {
  return new Intl.DateTimeFormat(languageTag(currentLocale()), { dateStyle: "short", timeStyle: "short" }).format(time)
}
