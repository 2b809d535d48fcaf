import { useEffect, useState } from "react"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { IconButton } from "../../../ui/button.tsx"
import { Icon } from "../../../ui/icon.tsx"
import { VisuallyHidden } from "../../../ui/visually-hidden.tsx"
import { formatTime } from "../format-time.ts"
import { Glyph } from "../glyphs.tsx"
import { loadTalk, talk } from "./talk.ts"
import type { Talking } from "./talking.ts"
import styles from "./talking.module.css"

const bars = 8

/** The recording, in the place of the field: its time, how loud it is, and the ways to end it. */
export function RecordingBar({ now }: { readonly now: Talking }) {
  const t = chapterTexts("speech")
  const { recording, isTranscribing } = now
  const levels = useLevels(recording.phase === "recording")
  if (isTranscribing || recording.phase !== "recording") {
    return (
      <div className={styles.bar}>
        <span className={styles.waiting} role="status">
          {isTranscribing ? t.transcribing : t.recording}
        </span>
      </div>
    )
  }
  const isHeld = recording.how === "held"
  return (
    <div className={styles.bar} data-held={isHeld || undefined}>
      <VisuallyHidden>
        <span role="status">{t.recording}</span>
      </VisuallyHidden>
      <i className={styles.dot} aria-hidden="true" />
      <b className={styles.time} data-warned={recording.isWarned || undefined} role="timer">
        {formatTime((now.now - recording.since) / 1_000)}
      </b>
      <span className={styles.levels} aria-hidden="true">
        {levels.map((level, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the bars are their places
          <i key={at} style={{ blockSize: `${6 + level * 20}px` }} />
        ))}
      </span>
      {isHeld ? (
        <>
          <span className={styles.slide} style={{ opacity: 1 - recording.slid * 0.8 }}>
            <Icon name="previous" size={18} />
            {t.slideToCancel}
          </span>
          <span
            className={styles.lock}
            style={{ transform: `translateY(${-recording.raised * 8}px)` }}
            title={t.lockHint}
          >
            <Glyph name="lock" size={18} />
            <VisuallyHidden>{t.lockHint}</VisuallyHidden>
          </span>
        </>
      ) : (
        <span className={styles.ends}>
          <IconButton icon="trash" label={t.cancelTalking} onClick={() => talk({ type: "cancelled" })} />
        </span>
      )}
    </div>
  )
}

/** The last levels, the newest at the end. Who wants less motion sees them stand still. */
function useLevels(isOn: boolean): readonly number[] {
  const [levels, setLevels] = useState<readonly number[]>(() => Array.from({ length: bars }, () => 0))
  useEffect(() => {
    if (!isOn || matchMedia("(prefers-reduced-motion: reduce)").matches) return
    let level: (() => number) | undefined
    void loadTalk().then((code) => (level = code.levelNow))
    const timer = setInterval(() => setLevels((before) => [...before.slice(1), level?.() ?? 0]), 120)
    return () => clearInterval(timer)
  }, [isOn])
  return levels
}
