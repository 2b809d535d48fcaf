import { useRef, type ClipboardEvent } from "react"
import { contentText } from "#core/gateway/content.ts"
import { withWords } from "#core/conversation/message.ts"
import { pastedPresets } from "#core/masks/mask-file.ts"
import { maskLimits, presetRoles, type Preset } from "#core/masks/mask.ts"
import { newId } from "../platform/browser/new-id.ts"
import { chapterTexts } from "../platform/language/texts.ts"
import { Button, IconButton } from "../ui/button.tsx"
import { classNames } from "../ui/class-names.ts"
import field from "../ui/field.module.css"
import { Select } from "../ui/select.tsx"
import { showToast } from "../ui/toast.tsx"
import styles from "./masks.module.css"

export interface PresetsEditorProps {
  readonly value: readonly Preset[]
  readonly onChange: (presets: readonly Preset[]) => void
  /** How many messages stand before these, elsewhere in the form. */
  readonly before?: number
}

/** The preset messages of a mask: each with who says it and its words; buttons move, remove and add. */
export function PresetsEditor({ value, onChange, before = 0 }: PresetsEditorProps) {
  const t = chapterTexts("masks")
  const list = useRef<HTMLOListElement>(null)
  const change = (at: number, to: Partial<Preset>) =>
    onChange(value.map((preset, index) => (index === at ? { ...preset, ...to } : preset)))
  const move = (at: number, step: -1 | 1) => {
    const moved = [...value]
    moved.splice(at + step, 0, ...moved.splice(at, 1))
    onChange(moved)
    focusSoon(`[data-place="${at + step}"] [data-move="${step}"]`)
  }
  const remove = (at: number) => {
    onChange(value.filter((_, index) => index !== at))
    focusSoon(value.length > 1 ? `[data-place="${Math.min(at, value.length - 2)}"] textarea` : "[data-add]")
  }
  const add = () => {
    const role = value.at(-1)?.role === "user" ? "assistant" : "user"
    onChange([...value, { id: newId(), role, content: "", date: 0 }])
    focusSoon(`[data-place="${value.length}"] textarea`)
  }
  /** The next draw puts the message where it goes. */
  const focusSoon = (selector: string) =>
    requestAnimationFrame(() => list.current?.parentElement?.querySelector<HTMLElement>(selector)?.focus())

  return (
    <div className={styles.editor}>
      <ol ref={list} className={styles.messages} role="list">
        {value.map((preset, at) => {
          const place = at + 1
          return (
            <li key={preset.id} data-place={at}>
              <div className={styles.messageHead}>
                <Select
                  aria-label={t.roleOf(place)}
                  value={preset.role === "tool" ? "user" : preset.role}
                  options={presetRoles.map((role) => ({ value: role, text: t.roles[role] }))}
                  onChange={(role) => change(at, { role })}
                />
                <span className={styles.space} />
                <IconButton
                  icon="send"
                  size="small"
                  label={t.moveUp(place)}
                  data-move={-1}
                  aria-disabled={at === 0}
                  onClick={() => at > 0 && move(at, -1)}
                />
                <IconButton
                  icon="down"
                  size="small"
                  label={t.moveDown(place)}
                  data-move={1}
                  aria-disabled={place === value.length}
                  onClick={() => place < value.length && move(at, 1)}
                />
                <IconButton icon="close" size="small" label={t.removeAt(place)} onClick={() => remove(at)} />
              </div>
              <textarea
                className={classNames(field.field, styles.words)}
                aria-label={t.messageAt(place)}
                rows={2}
                dir="auto"
                value={contentText(preset.content)}
                onChange={(event) => change(at, { content: withWords(preset.content, event.target.value) })}
                onPaste={(event) => pasteInstead(event, (pasted) => onChange([...value, ...pasted]))}
              />
            </li>
          )
        })}
      </ol>
      <Button
        icon="plus"
        variant="quiet"
        data-add
        aria-disabled={before + value.length >= maskLimits.presets}
        onClick={() => before + value.length < maskLimits.presets && add()}
      >
        {t.addMessage}
      </Button>
    </div>
  )
}

/** Takes messages that are pasted as JSON, in place of their text. */
export function pasteInstead(
  event: ClipboardEvent<HTMLTextAreaElement>,
  take: (presets: readonly Preset[]) => void,
): void {
  const pasted = pastedPresets(event.clipboardData.getData("text/plain"), newId)
  if (pasted === undefined) return
  event.preventDefault()
  take(pasted)
  showToast({ text: chapterTexts("masks").pasted(pasted.length) })
}
