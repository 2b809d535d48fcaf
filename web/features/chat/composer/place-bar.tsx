import { useEffect, useImperativeHandle, useLayoutEffect, useRef, useState, type Ref, type RefObject } from "react"
import { distinctPlaces, fillPlaces, placesIn, type Place } from "#core/prompts/places.ts"
import { formatList } from "../../../platform/language/format.ts"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { Button, IconButton } from "../../../ui/button.tsx"
import styles from "./place-bar.module.css"

export interface PlaceKeys {
  /** Takes a key that walks through the places; false when it means something else. */
  readonly press: (key: string) => boolean
}

export interface PlaceBarProps {
  readonly ref: Ref<PlaceKeys>
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly onChange: (text: string) => void
  readonly onEnd: () => void
}

/** The place that is being filled in: what stood before and behind it when it was come to, and what it says by now. */
interface Entered {
  readonly raw: string
  readonly prefix: string
  readonly suffix: string
  readonly value: string
}

/**
 * Leads through the places of a prompt that was put into the field. Tab and the bar's button go to the next one; behind the
 * last one Tab leaves the field as ever. Places that are written alike are filled together. One that is left open is named,
 * and nothing waits for it.
 */
export default function PlaceBar({ ref, field, text, onChange, onEnd }: PlaceBarProps) {
  const t = chapterTexts("prompts")
  const [plan] = useState(() => distinctPlaces(text))
  const [at, setAt] = useState(0)
  const entered = useRef<Entered>(undefined)
  const caret = useRef<number>(undefined)
  const current = plan[at]
  const open = distinctPlaces(text).filter(({ raw }) => plan.some((place) => place.raw === raw))

  const enter = (index: number, within = text) => {
    const place = plan[index]
    const found = placesIn(within).find(({ raw }) => raw === place?.raw)
    if (found === undefined) return
    const { start, end, raw } = found
    entered.current = { raw, prefix: within.slice(0, start), suffix: within.slice(end), value: raw }
    setAt(index)
    // The field has its new text by then, and the caret that the text was put in with.
    requestAnimationFrame(() => {
      field.current?.focus()
      field.current?.setSelectionRange(start, end)
    })
  }
  const nextOf = (index: number, within = text) =>
    plan.findIndex(({ raw }, place) => place > index && placesIn(within).some((one) => one.raw === raw))
  const goOn = (): boolean => {
    const next = nextOf(at)
    if (next < 0) {
      setAt(plan.length)
      entered.current = undefined
      return false
    }
    enter(next)
    return true
  }
  const choose = (place: Place, choice: string) => {
    const filled = fillPlaces(text, place.raw, choice)
    entered.current = undefined
    onChange(filled)
    const next = nextOf(at, filled)
    if (next >= 0) return enter(next, filled)
    setAt(plan.length)
    field.current?.focus()
  }

  // The first place is come to once, when the prompt was put in.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => (plan.length === 0 ? onEnd() : enter(0)), [])
  useLayoutEffect(() => {
    if (caret.current !== undefined) {
      field.current?.setSelectionRange(caret.current, caret.current)
      caret.current = undefined
    }
    const place = entered.current
    const isOver = text.trim() === "" || (open.length === 0 && plan.length > 0 && place === undefined)
    if (isOver) return onEnd()
    if (place === undefined) return
    const { raw, prefix, suffix, value } = place
    const twins = value.trim() === "" ? suffix : fillPlaces(suffix, raw, value)
    if (!text.startsWith(prefix) || !text.endsWith(twins) || text.length < prefix.length + twins.length) return
    const now = text.slice(prefix.length, text.length - twins.length)
    if (now === value) return
    entered.current = { ...place, value: now }
    const filled = prefix + now + (now.trim() === "" ? suffix : fillPlaces(suffix, raw, now))
    if (filled === text) return
    // What follows the caret changes: it stays where it is.
    caret.current = field.current?.selectionEnd ?? undefined
    onChange(filled)
  })
  useImperativeHandle(ref, () => ({
    press(key) {
      if (key === "Escape") {
        onEnd()
        return true
      }
      return key === "Tab" && goOn()
    },
  }))

  if (plan.length === 0) return null
  const isWalking = current !== undefined
  return (
    <div className={styles.bar}>
      <p role="status" className={styles.words}>
        {isWalking
          ? t.placeAt(at + 1, plan.length, current.name)
          : t.placesLeft(formatList(open.map(({ name }) => name)))}
      </p>
      {isWalking &&
        current.choices.map((choice) => (
          <button key={choice} type="button" className={styles.choice} onClick={() => choose(current, choice)}>
            {choice}
          </button>
        ))}
      {isWalking && nextOf(at) >= 0 && (
        <Button variant="quiet" className={styles.next} onClick={() => void goOn()}>
          {t.nextPlace}
        </Button>
      )}
      <IconButton icon="close" size="small" label={t.endPlaces} onClick={onEnd} />
    </div>
  )
}
