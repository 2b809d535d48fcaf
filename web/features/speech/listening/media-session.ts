import { useAccess } from "../../../state/access-store.ts"

interface Keys {
  readonly pause: () => void
  readonly resume: () => void
  readonly stop: () => void
}

/** Names what is read on the lock screen, and gives the keys of a headset their meaning; without a title, takes both back. */
export function showToLockScreen(title: string | undefined, keys?: Keys): void {
  if (!("mediaSession" in navigator)) return
  const { mediaSession } = navigator
  const artist = useAccess.getState().config.productName
  mediaSession.metadata = title === undefined ? null : new MediaMetadata({ title, artist })
  mediaSession.playbackState = title === undefined ? "none" : "playing"
  mediaSession.setActionHandler("play", keys?.resume ?? null)
  mediaSession.setActionHandler("pause", keys?.pause ?? null)
  mediaSession.setActionHandler("stop", keys?.stop ?? null)
}

/** Says on the lock screen whether it is read just now, or waits. */
export function tellLockScreen(state: "playing" | "paused"): void {
  if ("mediaSession" in navigator) navigator.mediaSession.playbackState = state
}
