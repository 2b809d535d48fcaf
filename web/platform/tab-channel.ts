/** What one tab tells the others: which sessions it has just written. A hint only, the database decides what is in them. */
export interface TabHint {
  readonly sessions: readonly string[]
  readonly removedSessions: readonly string[]
  /** Whether it has changed a folder. */
  readonly folders: boolean
}

export interface TabChannel {
  readonly tell: (hint: TabHint) => void
  /** Returns how to stop. */
  readonly listen: (heard: (hint: TabHint) => void) => () => void
}

/** A line to the other tabs of this site; silent where the browser has none. */
export function openTabChannel(name = "nk-prosa"): TabChannel {
  if (typeof BroadcastChannel === "undefined") return { tell: () => {}, listen: () => () => {} }
  const channel = new BroadcastChannel(name)
  return {
    tell: (hint) => channel.postMessage(hint),
    listen: (heard) => {
      const listener = (event: MessageEvent) => {
        const hint = parseHint(event.data)
        if (hint) heard(hint)
      }
      channel.addEventListener("message", listener)
      return () => channel.removeEventListener("message", listener)
    },
  }
}

/** A tab of another version may speak differently. */
function parseHint(data: unknown): TabHint | undefined {
  if (typeof data !== "object" || data === null) return undefined
  const { sessions, removedSessions, folders } = data as Partial<Record<keyof TabHint, unknown>>
  if (!isTexts(sessions) || !isTexts(removedSessions)) return undefined
  return { sessions, removedSessions, folders: folders === true }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string")
}
