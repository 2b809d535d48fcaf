/** The commands that can be typed into the composer after a colon. `clear` clears the context. */
export const commandNames = ["new", "newm", "next", "prev", "clear", "fork", "del"] as const
export type CommandName = (typeof commandNames)[number]

/**
 * The command that a text spells, colon included; the full-width colon counts, too. Without a colon it is a message:
 * NextChat deleted the chat when somebody sent the word "del".
 */
export function parseCommand(text: string): CommandName | undefined {
  const typed = /^[:：](clear(?= context$)|[a-z]+$)/i.exec(text.trim())?.[1]
  return commandNames.find((name) => name === typed?.toLowerCase())
}
