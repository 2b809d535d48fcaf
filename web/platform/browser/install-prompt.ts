/** A browser's own question whether to install the page; the DOM's types do not know it. */
interface InstallPrompt extends Event {
  readonly prompt: () => Promise<unknown>
}

let prompt: InstallPrompt | undefined

/** Keeps the browser's question for when somebody wants it: some ask it once, right after the page has loaded. */
export function keepInstallPrompt(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault()
    prompt = event as InstallPrompt
  })
}

export function installPrompt(): InstallPrompt | undefined {
  return prompt
}
