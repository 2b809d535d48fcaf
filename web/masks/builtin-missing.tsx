import { useEffect, useState } from "react"
import { chapterTexts } from "../platform/language/texts.ts"
import { refreshMasks } from "../state/mask-store.ts"
import { Button } from "../ui/button.tsx"
import styles from "./mask-list.module.css"

/** Says that the built-in masks could not be fetched, and fetches them again: at a press, and once there is a connection. */
export function BuiltinMissing() {
  const t = chapterTexts("masks")
  const [tries, setTries] = useState(0)
  const [isTrying, setTrying] = useState(false)
  const tryAgain = async () => {
    setTrying(true)
    await refreshMasks().finally(() => setTrying(false))
    setTries((before) => before + 1)
  }
  useEffect(() => {
    const onOnline = () => void tryAgain()
    addEventListener("online", onOnline)
    return () => removeEventListener("online", onOnline)
  }, [])
  return (
    <div className={styles.missing}>
      {/* A try that failed, too, is said again. */}
      <p key={tries} role="alert">
        {t.builtinMissing}
      </p>
      <Button icon="retry" aria-disabled={isTrying} onClick={() => !isTrying && void tryAgain()}>
        {t.tryAgain}
      </Button>
    </div>
  )
}
