/** Every screen of the page by name, and the path it is found at. `:id` stands for a name of the address's own. */
export const screenPaths = {
  home: "/",
  chat: "/chat",
  newChat: "/new-chat",
  masks: "/masks",
  plugins: "/plugins",
  search: "/search-chat",
  settings: "/settings",
  auth: "/auth",
  images: "/sd",
  newImage: "/sd-new",
  logs: "/logs",
  statement: "/statement",
  artifact: "/artifacts/:id",
} as const

export type ScreenName = keyof typeof screenPaths

/** An address that leads to a screen. */
export type ScreenAddress =
  | Exclude<(typeof screenPaths)[ScreenName], `${string}:${string}`>
  | `/artifacts/${string}`
  | `/chat?c=${string}`

/** The address of a conversation: its id, and nothing of what is said in it. */
export function chatAddress(sessionId: string): ScreenAddress {
  return `/chat?c=${encodeURIComponent(sessionId)}`
}

/** The id of the conversation that the query of an address asks for. */
export function conversationIn(query: string): string | undefined {
  const found = /[?&]c=([^&]+)/.exec(query)?.[1]
  try {
    return found === undefined ? undefined : decodeURIComponent(found)
  } catch {
    // A half of an escape: an id that nobody has.
    return found
  }
}

/** Whether an address that a text holds leads to a screen. */
export function isScreenAddress(address: string): address is ScreenAddress {
  return screenAt(address) !== undefined
}

const names = new Map<string, ScreenName>(
  (Object.keys(screenPaths) as ScreenName[]).map((name) => [screenPaths[name], name]),
)

/**
 * The screen at a path; undefined where there is none. Capitals count; with a slash at its end an address leads to the same
 * screen.
 */
export function screenAt(path: string): ScreenName | undefined {
  const bare = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path
  if (/^\/artifacts\/[\w-]{1,128}$/.test(bare)) return "artifact"
  return bare === screenPaths.artifact ? undefined : names.get(bare)
}
