/** What can be typed into the composer after a colon. `clear` is "clear context", and may be typed so. */
export const commandNames = ["new", "newm", "next", "prev", "clear", "fork", "del"] as const
export type CommandName = (typeof commandNames)[number]

/**
 * The command a text is, colon included; the full-width colon counts too. Without one it is a message: in the ancestor,
 * sending the word "del" deleted the chat.
 */
export function parseCommand(text: string): CommandName | undefined {
  const typed = /^[:：](clear(?= context$)|[a-z]+$)/i.exec(text.trim())?.[1]
  return commandNames.find((name) => name === typed?.toLowerCase())
}
