import { texts } from "../../platform/language/texts.ts"
import { useStorageState, type StorageState } from "../../state/storage-state.ts"
import styles from "./chat-screen.module.css"

/** Says that messages are not being saved, before anything is lost by it. */
export function StorageNotice() {
  const state = useStorageState()
  const text = noticeText(state)
  return (
    <div role="status">
      {text !== undefined && (
        <p className={styles.notice}>
          {text}
          {/* A page that is loaded again opens the database anew, and saves what this one notes as it leaves. */}
          {(state === "outdated" || state === "failing" || state === "late") && (
            <button type="button" onClick={() => location.reload()}>
              {texts().chat.reload}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

function noticeText(state: StorageState): string | undefined {
  const t = texts().chat
  switch (state) {
    case "full":
      return t.storageFull
    case "late":
    case "failing":
      return t.storageFailing
    case "unavailable":
      return t.storageUnavailable
    case "outdated":
      return t.storageOutdated
    default:
      return undefined
  }
}
