/** What was typed while there was no field for it yet. */
export interface HeldKeys {
  readonly text: string
  /** The key that ended the typing. */
  readonly end: "Enter" | "Escape" | undefined
}

/**
 * Takes the keys that somebody presses who asked for a field and is typing already: they would be lost, or be pressed on
 * something else. Returns the function that ends this and returns what was typed; the second time it returns nothing.
 */
export function holdKeys(): () => HeldKeys {
  let held: HeldKeys = { text: "", end: undefined }
  const take = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event
    if (isComposing || ((ctrlKey || metaKey) && !altKey)) return
    event.preventDefault()
    event.stopPropagation()
    if (held.end !== undefined) return
    if (key === "Enter" || key === "Escape") held = { ...held, end: key }
    else if (key === "Backspace") held = { ...held, text: held.text.slice(0, -1) }
    // Names of keys are longer than what they write.
    else if (key.length === 1) held = { ...held, text: held.text + key }
  }
  addEventListener("keydown", take, true)
  return () => {
    removeEventListener("keydown", take, true)
    const typed = held
    held = { text: "", end: undefined }
    return typed
  }
}
