import { installPrompt } from "./install-prompt.ts"

let isAsked = false

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
}
