import { installPrompt } from "./install-prompt.ts"

let isAsked = false
const asked = new EventTarget()

/** Calls `changed` where the page may be installable in another way than before. Returns how to stop. */
export function onInstallChange(changed: () => void): () => void {
  const stop = new AbortController()
  const { signal } = stop
  // The browser may come with its question at any time.
  for (const event of ["beforeinstallprompt", "appinstalled"]) addEventListener(event, changed, { signal })
  asked.addEventListener("asked", changed, { signal })
  return () => stop.abort()
}

/** How the page can be installed here. `words`: only by hand, from the menu of the browser or, on an iPhone, by sharing. */
export function installWay(): "installed" | "prompt" | "ios" | "words" {
  const { userAgent, maxTouchPoints } = navigator
  const isIos = /iPhone|iPad/.test(userAgent) || (userAgent.includes("Mac") && maxTouchPoints > 1)
  const isStandalone = "standalone" in navigator && navigator.standalone === true
  if (isStandalone || matchMedia("(display-mode: standalone)").matches) return "installed"
  if (installPrompt() !== undefined && !isAsked) return "prompt"
  return isIos ? "ios" : "words"
}

/** Asks the browser's question; it can be asked once. */
export async function askToInstall(): Promise<void> {
  isAsked = true
  await installPrompt()?.prompt()
  asked.dispatchEvent(new Event("asked"))
}
