/** What can be typed into the composer after a colon. `clear` is "clear context". */
export const commandNames = ["new", "newm", "next", "prev", "clear", "fork", "del"] as const
export type CommandName = (typeof commandNames)[number]

/**
 * The command a text is, colon included; the full-width colon counts too. Without one it is a message: in the ancestor,
 * sending the word "del" deleted the chat.
 */
export function parseCommand(text: string): CommandName | undefined {
  const match = /^[:：]([a-z]+)$/.exec(text.trim())
  return commandNames.find((name) => name === match?.[1])
}

/** The commands to offer while one is being typed; none when the text is no beginning of a command. */
export function suggestCommands(text: string): readonly CommandName[] {
  const match = /^[:：]([a-z]*)$/.exec(text)
  return match ? commandNames.filter((name) => name.startsWith(match[1] ?? "")) : []
}
