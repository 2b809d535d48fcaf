/** The keys that send a message; their names are stored and therefore fixed. */
export const submitKeys = ["Enter", "Ctrl + Enter", "Shift + Enter", "Alt + Enter", "Meta + Enter"] as const
export type SubmitKey = (typeof submitKeys)[number]

/** The facts about a key press; the names are the DOM's. */
export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly shiftKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
  /** A word is still being composed (IME): its Enter confirms the word. */
  readonly isComposing?: boolean
  /** 229 while composing, in browsers that end the composition before the key press. */
  readonly keyCode?: number
}

/** Whether a key press sends the message. With plain Enter, any modifier makes it a line break instead. */
export function isSubmit(press: KeyPress, submitKey: SubmitKey): boolean {
  if (press.key !== "Enter" || press.isComposing || press.keyCode === 229) return false
  const held = [
    press.ctrlKey && "Ctrl",
    press.shiftKey && "Shift",
    press.altKey && "Alt",
    press.metaKey && "Meta",
  ].filter((name) => name !== false)
  return [...held, "Enter"].join(" + ") === submitKey
}
