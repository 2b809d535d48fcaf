import { useSyncExternalStore } from "react"
import { texts } from "../../platform/language/texts.ts"
import { isOnline, onLineChange } from "../../platform/browser/online.ts"
import { Icon } from "../../ui/icon.tsx"
import styles from "./chat-screen.module.css"

/** Says that there is no connection, and what can be done without one. Part of the first load: it could not be fetched later. */
export function OfflineBar() {
  const online = useSyncExternalStore(onLineChange, isOnline)
  return (
    <div role="status">
      {!online && (
        <p className={styles.offline}>
          <Icon name="offline" />
          {texts().chat.offline}
        </p>
      )}
    </div>
  )
}
