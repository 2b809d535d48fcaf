import { useCallback, useSyncExternalStore } from "react"

/** Whether a media query matches, kept up to date. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query)
      list.addEventListener("change", changed)
      return () => list.removeEventListener("change", changed)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/** Whether the layout is the phone's; the style sheets use the same width. */
export function useIsMobile(): boolean {
  return useMedia("(max-width: 768px)")
}
