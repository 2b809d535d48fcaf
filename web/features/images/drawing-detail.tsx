import { useRef, type PointerEvent } from "react"
import type { Drawing } from "#core/imagegen/drawing.ts"
import { pricedAs } from "#core/imagegen/drawing-request.ts"
import { readImageReference } from "#core/conversation/image-reference.ts"
import { languageTag } from "#core/i18n/locale.ts"
import { stylePresets } from "#core/providers/stability/generate-request.ts"
import { useStoredImage } from "../../platform/images/stored-image.ts"
import { currentLocale } from "../../platform/language/language.ts"
import { formatMoney } from "../../platform/language/money.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { Picture } from "../../markdown/picture.tsx"
import { Button, IconButton } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Menu } from "../../ui/menu.tsx"
import { copyAndSay } from "../../ui/use-copy.ts"
import { askAgain, change, download, remove, takeToChat } from "./drawing-deeds.ts"
import styles from "./drawing-detail.module.css"

interface DrawingDetailProps {
  readonly drawing: Drawing
  /** The neighbours in the gallery. */
  readonly previous: string | undefined
  readonly next: string | undefined
  readonly onOpen: (id: string | undefined) => void
}

/** How far a finger must go sideways to turn to another picture, in CSS pixels. */
const swipePx = 56

/** One picture, what it was made from, and what can be done with it. */
export function DrawingDetail({ drawing, previous, next, onOpen }: DrawingDetailProps) {
  const t = chapterTexts("images")
  const { params, image = "", seed } = drawing
  const stored = useStoredImage(image)
  const size = readImageReference(image)
  const from = useRef<number>(undefined)
  const turn = (to: string | undefined) => to !== undefined && onOpen(to)
  const endSwipe = ({ clientX, pointerType }: PointerEvent) => {
    const began = from.current
    from.current = undefined
    if (began === undefined || pointerType === "mouse" || Math.abs(clientX - began) < swipePx) return
    const isForward = clientX < began === (document.documentElement.dir !== "rtl")
    turn(isForward ? next : previous)
  }
  return (
    <Dialog
      open
      size="wide"
      title={texts().shell.images}
      onClose={() => onOpen(undefined)}
      tools={
        <Menu
          label={t.moreOptions}
          trigger={(properties) => <IconButton {...properties} icon="more" label={t.moreOptions} />}
          items={[
            { id: "again", text: t.again, icon: "retry", onSelect: () => leaveTo(() => void askAgain(drawing)) },
            ...(seed === undefined
              ? []
              : ([
                  {
                    id: "seed",
                    text: t.sameSeed,
                    icon: "retry",
                    onSelect: () => leaveTo(() => void askAgain(drawing, seed)),
                  },
                ] as const)),
            { id: "change", text: t.changePrompt, icon: "edit", onSelect: () => change(drawing) },
            { id: "copy", text: t.copyPrompt, icon: "copy", onSelect: () => void copyAndSay(params.prompt) },
            {
              id: "delete",
              text: t.remove,
              icon: "trash",
              danger: true,
              onSelect: () => leaveTo(() => void remove(drawing)),
            },
          ]}
        />
      }
      actions={
        <>
          <Button icon="download" onClick={() => void download(drawing)}>
            {texts().shell.download}
          </Button>
          <Button icon="chat" variant="primary" onClick={() => void takeToChat(drawing)}>
            {t.useInChat}
          </Button>
        </>
      }
    >
      <div
        className={styles.stage}
        onPointerDown={({ clientX, isPrimary }) => (from.current = isPrimary ? clientX : undefined)}
        onPointerUp={endSwipe}
        onPointerCancel={() => (from.current = undefined)}
      >
        {typeof stored === "object" ? (
          <Picture src={stored.address} description={params.prompt} />
        ) : (
          <span
            className={styles.toCome}
            style={size && { aspectRatio: `${size.widthPx} / ${Math.max(1, size.heightPx)}` }}
          >
            {stored === "lost" && t.gone}
          </span>
        )}
        <IconButton
          icon="previous"
          label={t.previous}
          className={styles.previous}
          disabled={previous === undefined}
          onClick={() => turn(previous)}
        />
        <IconButton
          icon="next"
          label={t.next}
          className={styles.next}
          disabled={next === undefined}
          onClick={() => turn(next)}
        />
      </div>
      <p className={styles.promptText} dir="auto">
        {params.prompt}
      </p>
      <dl className={styles.facts}>
        {factsOf(drawing).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd dir="auto">{value}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )

  function leaveTo(act: () => void): void {
    onOpen(undefined)
    act()
  }
}

function factsOf(drawing: Drawing): readonly (readonly [name: string, value: string])[] {
  const t = chapterTexts("images")
  const { params, seed, cost, redirected, createdAt, image = "" } = drawing
  const { negativePrompt, aspectRatio, quality } = params
  const size = readImageReference(image)
  const style = stylePresets.find((one) => one === params.style)
  const date = new Intl.DateTimeFormat(languageTag(currentLocale()), { dateStyle: "medium", timeStyle: "short" })
  const facts: readonly (readonly [string, string | undefined])[] = [
    [t.model, redirected ? texts().models.askedFor(redirected.called, redirected.asked) : pricedAs(drawing)],
    [t.avoid, negativePrompt],
    [t.ratio, aspectRatio],
    [t.size, size && `${size.widthPx} × ${size.heightPx}`],
    [t.style, style && t.styles[style]],
    [
      t.quality,
      quality !== undefined && quality in t.qualities ? t.qualities[quality as keyof typeof t.qualities] : quality,
    ],
    [t.format, params.outputFormat?.toUpperCase()],
    [t.seed, seed === undefined ? undefined : String(seed)],
    [t.price, cost === undefined ? undefined : formatMoney(cost, 6)],
    [t.date, date.format(createdAt)],
  ]
  return facts.flatMap(([name, value]) => (value === undefined || value === "" ? [] : [[name, value] as const]))
}
