import { useSyncExternalStore } from "react"
import { useMedia } from "./use-media.ts"

/** Whether the page uses the dark theme, by the user's choice or the device's. */
export function useIsDark(): boolean {
  const theme = useSyncExternalStore(watchTheme, () => document.documentElement.dataset["theme"])
  const prefersDark = useMedia("(prefers-color-scheme: dark)")
  return theme === "dark" || (theme === "auto" && prefersDark)
}

function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed)
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] })
  return () => observer.disconnect()
}
