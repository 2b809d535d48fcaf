/** The keyboard shortcuts of the chat. */
export const shortcutNames = ["newChat", "focusInput", "copyReply", "copyCode", "showShortcuts"] as const
export type ShortcutName = (typeof shortcutNames)[number]

/** The keys of each, as they are shown; "Control" is the command key on a Mac. */
export const shortcutKeys: Readonly<Record<ShortcutName, readonly string[]>> = {
  newChat: ["Control", "Shift", "O"],
  focusInput: ["Shift", "Escape"],
  copyReply: ["Control", "Shift", "C"],
  copyCode: ["Control", "Shift", ";"],
  showShortcuts: ["Control", "/"],
}

type Press = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "shiftKey" | "altKey">

/** The shortcut that is pressed. By the letters on the keys, so that ABNT keyboards have them too. */
export function shortcutOf({ key, code, ctrlKey, metaKey, shiftKey, altKey }: Press): ShortcutName | undefined {
  if (altKey) return undefined
  const isControl = ctrlKey !== metaKey
  if (shiftKey && !ctrlKey && !metaKey) return key === "Escape" ? "focusInput" : undefined
  if (!isControl) return undefined
  // With Shift held, some keyboards write "/" on another key.
  if (key === "/" || (!shiftKey && code === "Slash" && key === "?")) return "showShortcuts"
  if (!shiftKey) return undefined
  switch (key.toLowerCase()) {
    case "o":
      return "newChat"
    case "c":
      return "copyReply"
    case ";":
    case ":":
      return "copyCode"
    default:
      return undefined
  }
}
