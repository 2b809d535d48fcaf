import { formatTime } from "../format-time.ts"
import { currentLocale } from "../../../platform/language/language.ts"
import { languageTag } from "#core/i18n/locale.ts"
import { chapterTexts } from "../../../platform/language/texts.ts"
import { conversationStore } from "../../../state/conversation-store.ts"
import { selectMessages } from "#core/conversation/conversation-state.ts"
import { Button, IconButton } from "../../../ui/button.tsx"
import { useEmitter } from "../../../ui/emitter.ts"
import { Icon } from "../../../ui/icon.tsx"
import { Glyph } from "../glyphs.tsx"
import { listen, loadReading } from "./listen.ts"
import { listeningRate, type Listening } from "./listening.ts"
import styles from "./listening.module.css"

/** What is being read, how far it is, how fast it goes, and how it ends. */
export default function PlayerBar({ now }: { readonly now: Listening }) {
  const t = chapterTexts("speech")
  const rate = useEmitter(listeningRate)
  const reading = (use: (code: Awaited<ReturnType<typeof loadReading>>) => void) => () => void loadReading().then(use)
  if (now.phase === "refused") return <Chip now={now} />
  const isPaused = now.phase === "paused"
  const part = now.of > 0 ? Math.min(1, now.at / now.of) : 0
  const speed = `${new Intl.NumberFormat(languageTag(currentLocale())).format(rate)}×`
  const progress = t.progress(formatTime(now.at), formatTime(Math.max(now.of, now.at)))
  return (
    <div className={styles.bar} role="group" aria-label={t.barLabel}>
      <i className={styles.progress} style={{ inlineSize: `${part * 100}%` }} />
      <button
        type="button"
        className={styles.play}
        aria-label={isPaused ? t.resume : t.pause}
        title={isPaused ? t.resume : t.pause}
        onClick={reading((code) => (isPaused ? code.resume() : code.pause()))}
      >
        <Glyph name={isPaused ? "play" : "pause"} />
      </button>
      <div className={styles.words}>
        <p className={styles.title}>{now.phase === "loading" ? t.preparing : t.reading}</p>
        <p className={styles.facts}>{now.by === "device" ? `${progress} · ${t.deviceVoice}` : progress}</p>
      </div>
      <button
        type="button"
        className={styles.speed}
        aria-label={t.speed(speed)}
        title={t.speed(speed)}
        onClick={reading((code) => code.changeRate())}
      >
        <span>{speed}</span>
      </button>
      <IconButton icon="close" label={t.stopListening} onClick={reading((code) => code.stopReading())} />
    </div>
  )
}

/** The browser plays nothing before a press, or it has to be agreed to first: one press, and it reads. */
function Chip({ now: { sessionId, messageId } }: { readonly now: Listening }) {
  const t = chapterTexts("speech")
  const begin = () => {
    void loadReading().then((code) => {
      const message = selectMessages(conversationStore.getState(), sessionId)?.find(({ id }) => id === messageId)
      if (code.canResume()) code.resume()
      else if (message) void listen({ sessionId, message }, { isAsked: true })
    })
  }
  return (
    <div className={styles.chip}>
      <Button onClick={begin}>
        <Icon name="voice" />
        {t.listen}
      </Button>
      <IconButton
        icon="close"
        label={t.stopListening}
        onClick={() => void loadReading().then((code) => code.stopReading())}
      />
    </div>
  )
}
