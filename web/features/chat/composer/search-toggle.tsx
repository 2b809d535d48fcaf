import { memo } from "react"
import { modelConfigOf } from "#core/conversation/session.ts"
import { texts } from "../../../platform/language/texts.ts"
import { ownCall, useAccess } from "../../../state/access-store.ts"
import { useConfig } from "../../../state/config-store.ts"
import { dispatch, useConversations } from "../../../state/conversation-store.ts"
import { openPlans } from "../../../state/plans-dialog.ts"
import { Icon } from "../../../ui/icon.tsx"
import { showToast } from "../../../ui/toast.tsx"
import { useMedia } from "../../../ui/use-media.ts"
import styles from "./composer.module.css"

/** Whether answers in this conversation may search the web, and what that costs; only where somebody can search. */
export const SearchToggle = memo(function SearchToggle({ sessionId }: { readonly sessionId: string }) {
  const isEnabled = useAccess((state) => state.searchEnabled)
  return isEnabled ? <Toggle sessionId={sessionId} /> : null
})

function Toggle({ sessionId }: { readonly sessionId: string }) {
  const t = texts().composer
  const session = useConversations(({ sessions }) => sessions[sessionId])
  const globalConfig = useConfig((config) => config.modelConfig)
  const config = session && modelConfigOf(session, globalConfig)
  const left = useSearchesLeft(config?.providerName ?? "")
  const isTouch = useMedia("(pointer: coarse)")
  const isOn = config?.enable_web_search === true
  const price =
    typeof left === "number" ? t.searchCost(left) : left === "own" ? t.searchOwn : texts().composer.searchWebHint
  const toggle = () => {
    if (!isOn && left === 0) {
      return showToast({
        text: t.searchNone,
        action: { text: texts().shell.seePlans, onClick: openPlans },
        durationMs: 5_000,
      })
    }
    dispatch({ type: "search-chosen", sessionId, on: !isOn })
    // On a touch screen, which has no tooltips, the price is shown when search is switched on.
    if (!isOn && isTouch) showToast({ text: price })
  }
  return (
    <button
      type="button"
      className={styles.search}
      aria-label={t.searchWeb}
      aria-pressed={isOn}
      title={price}
      data-left={isOn && typeof left === "number" ? left : undefined}
      onClick={toggle}
    >
      <Icon name="globe" size={16} />
      <span>{t.searchWeb}</span>
    </button>
  )
}

/** How many searches the code still has; `own` where an own key pays them, `free` where they are not counted. */
function useSearchesLeft(providerName: string): number | "own" | "free" {
  const calls = useAccess((state) => state.calls)
  const isUnmetered = useAccess((state) => state.unmetered)
  // Before the balance is known, nothing is said about lacking search calls.
  const isUnknown = useAccess((state) => state.accessCode !== "" && state.balanceAt === 0)
  const isOwn = useAccess(() => ownCall(providerName) !== undefined)
  if (isOwn) return "own"
  return isUnmetered || (isUnknown && calls === 0) ? "free" : calls
}
