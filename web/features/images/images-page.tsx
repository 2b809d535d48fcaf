import { useEffect, useMemo, useRef, useState } from "react"
import { drawingFailureText } from "#core/i18n/drawing-failure-text.ts"
import { isNotHere, type Drawing } from "#core/imagegen/drawing.ts"
import { isOpen } from "#core/imagegen/drawing-queue.ts"
import { goTo } from "../../platform/browser/navigation.ts"
import { whenIdle } from "../../platform/browser/when-idle.ts"
import { useQueryValue } from "../../platform/browser/query-value.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { runDrawingQueue } from "../../state/drawing-queue.ts"
import { drawings } from "../../state/drawing-store.ts"
import { useStorageState } from "../../state/storage-state.ts"
import { IconLink } from "../../ui/button.tsx"
import { classNames } from "../../ui/class-names.ts"
import { Icon } from "../../ui/icon.tsx"
import { Screen } from "../../ui/screen.tsx"
import { useMedia } from "../../ui/use-media.ts"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { DrawingDetail } from "./drawing-detail.tsx"
import { DrawingForm } from "./drawing-form.tsx"
import { DrawingTile } from "./drawing-tile.tsx"
import styles from "./images.module.css"

/** The pictures of this device and the form for a new one: both on a wide screen, else each with its address. */
export function ImagesPage({ at }: { readonly at: "list" | "new" }) {
  const t = chapterTexts("images")
  const isWide = useMedia("(min-width: 1000px)")
  const { records, isLoaded } = drawings.use()
  const all = useMemo(() => records.map(({ value }) => value), [records])
  useEffect(() => void drawings.load().then(runDrawingQueue), [])

  const showsForm = isWide || at === "new"
  const showsList = isWide || at === "list"
  return (
    <Screen
      title={at === "new" && !isWide ? t.create : texts().shell.images}
      wide
      back={at === "new" && !isWide ? "/sd" : "/"}
      aside={!showsForm && <IconLink href="/sd-new" icon="plus" label={texts().shell.newImage} />}
    >
      <div className={classNames(styles.panes, isWide && styles.both)}>
        {showsForm && <DrawingForm onAsked={() => at === "new" && !isWide && goTo("/sd")} />}
        {showsList && isLoaded && <Gallery drawings={all} />}
      </div>
      <Announcer drawings={all} />
    </Screen>
  )
}

/** The tiles that are drawn first: two screens of a phone. The places of the others stand, and are filled when the page is idle. */
const tilesAtOnce = 24

function Gallery({ drawings: all }: { readonly drawings: readonly Drawing[] }) {
  const t = chapterTexts("images")
  const [openId, open] = useQueryValue("id")
  const ready = all.filter(({ status }) => status === "success")
  const at = ready.findIndex(({ id }) => id === openId)
  const shown = ready[at]
  const isFull = useStorageState() === "full"
  const [isRested, setRested] = useState(false)
  useEffect(() => whenIdle(() => setRested(true)), [])
  if (all.length === 0) {
    return (
      <div className={styles.empty}>
        <Icon name="image" size={40} />
        <p>{t.empty}</p>
      </div>
    )
  }
  return (
    <section aria-label={texts().shell.images} className={styles.gallery}>
      <p className={styles.faint}>{t.count(all.length)}</p>
      <p role="status">{isFull && all.some(isOpen) && t.noRoom}</p>
      <ul role="list" className={styles.grid}>
        {all.map((drawing, at) => (
          <li key={drawing.id} className={styles.cell}>
            {(isRested || at < tilesAtOnce) && <DrawingTile drawing={drawing} onOpen={open} />}
          </li>
        ))}
      </ul>
      {shown && <DrawingDetail drawing={shown} previous={ready[at - 1]?.id} next={ready[at + 1]?.id} onOpen={open} />}
    </section>
  )
}

/** Says to a screen reader how each picture ended. */
function Announcer({ drawings: all }: { readonly drawings: readonly Drawing[] }) {
  const t = chapterTexts("images")
  const errors = chapterTexts("errors")
  const known = useRef(new Map<string, Drawing["status"]>())
  const [said, setSaid] = useState("")
  useEffect(() => {
    for (const { id, status, params, failure } of all) {
      const before = known.current.get(id)
      known.current.set(id, status)
      if (before !== "running" && before !== "waiting") continue
      if (status === "success") setSaid(t.ready(params.prompt))
      if (status !== "error") continue
      // It was drawn, or may have been: what its row says, and no other word of it.
      const isDrawn = failure !== undefined && (isNotHere(failure) || failure.kind === "network")
      setSaid(
        isDrawn ? `${params.prompt}: ${drawingFailureText(failure, { images: t, errors })}` : t.failed(params.prompt),
      )
    }
  }, [all, t, errors])
  return (
    <VisuallyHidden>
      <span role="status">{said}</span>
    </VisuallyHidden>
  )
}
