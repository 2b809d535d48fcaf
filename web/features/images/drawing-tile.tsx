import { useEffect, useState, useSyncExternalStore } from "react"
import type { Drawing } from "#core/imagegen/drawing.ts"
import { drawingFailureText } from "#core/i18n/drawing-failure-text.ts"
import { isOnline, onLineChange } from "../../platform/browser/online.ts"
import { useStoredImage } from "../../platform/images/stored-image.ts"
import { formatCount } from "../../platform/language/format.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { Button, IconButton } from "../../ui/button.tsx"
import { Icon } from "../../ui/icon.tsx"
import { askAgain, change, remove } from "./drawing-deeds.ts"
import styles from "./images.module.css"

/** One picture of the gallery: as it is, as it is being made, or why there is none. */
export function DrawingTile({ drawing, onOpen }: { readonly drawing: Drawing; readonly onOpen: (id: string) => void }) {
  if (drawing.status === "success") return <Ready drawing={drawing} onOpen={onOpen} />
  if (drawing.status === "error") return <Failed drawing={drawing} />
  return <Coming drawing={drawing} />
}

function Ready({ drawing, onOpen }: { readonly drawing: Drawing; readonly onOpen: (id: string) => void }) {
  const t = chapterTexts("images")
  const stored = useStoredImage(drawing.thumbnail ?? drawing.image ?? "")
  return (
    <button
      type="button"
      className={styles.tile}
      aria-label={t.open(drawing.params.prompt)}
      onClick={() => onOpen(drawing.id)}
    >
      {typeof stored === "object" ? (
        <img src={stored.address} alt={drawing.params.prompt} loading="lazy" decoding="async" />
      ) : (
        stored === "lost" && (
          <span className={styles.lost}>
            <Icon name="image" />
            {t.gone}
          </span>
        )
      )}
    </button>
  )
}

function Coming({ drawing }: { readonly drawing: Drawing }) {
  const t = chapterTexts("images")
  // Without a connection nobody paints that we know of: what could not be sent waits, and what was sent is asked for again.
  const isOnLine = useSyncExternalStore(onLineChange, isOnline)
  const isRunning = drawing.status === "running" && isOnLine
  const seconds = useSecondsSince(isRunning ? drawing.sentAt : undefined)
  return (
    <div className={styles.coming}>
      <b>{isRunning ? t.painting : t.waiting}</b>
      <span className={styles.faint} dir="auto">
        {!isOnLine
          ? chapterTexts("queue").queued
          : seconds === undefined
            ? drawing.params.prompt
            : t.paintingFor(formatCount(seconds))}
      </span>
      <span className={styles.track} data-running={isRunning} aria-hidden="true" />
      <IconButton
        icon="close"
        size="small"
        className={styles.corner}
        label={t.remove}
        onClick={() => void remove(drawing)}
      />
    </div>
  )
}

function Failed({ drawing }: { readonly drawing: Drawing }) {
  const t = chapterTexts("images")
  const { failure } = drawing
  return (
    <div className={styles.failed}>
      <Icon name="warning" />
      <b dir="auto">{drawing.params.prompt}</b>
      <span>{failure && drawingFailureText(failure, { images: t, errors: chapterTexts("errors") })}</span>
      <div className={styles.ways}>
        <Button icon="retry" onClick={() => void askAgain(drawing)}>
          {t.retry}
        </Button>
        <Button onClick={() => change(drawing)}>{t.changePrompt}</Button>
      </div>
      <IconButton
        icon="trash"
        size="small"
        className={styles.corner}
        label={t.remove}
        onClick={() => void remove(drawing)}
      />
    </div>
  )
}

function useSecondsSince(at: number | undefined): number | undefined {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (at === undefined) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [at])
  return at === undefined ? undefined : Math.max(0, Math.round((now - at) / 1_000))
}
