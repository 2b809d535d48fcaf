/** A message between tabs: the sessions that one has just written. A hint only; the others read them from the database. */
export interface TabHint {
  readonly sessions: readonly string[]
  readonly removedSessions: readonly string[]
  /** Whether it has changed a folder. */
  readonly folders: boolean
  /** It has left, and only noted what it changed: whoever reads it must save that first. */
  readonly journal?: true
}

export interface TabChannel {
  readonly tell: (hint: TabHint) => void
  /** Returns how to stop. */
  readonly listen: (heard: (hint: TabHint) => void) => () => void
}

export const tabChannelName = "nk-prosa"

/** A line to the other tabs of this site; silent where the browser has none. */
export function openTabChannel(): TabChannel {
  if (typeof BroadcastChannel === "undefined") return { tell: () => {}, listen: () => () => {} }
  const channel = new BroadcastChannel(tabChannelName)
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
  const { sessions, removedSessions, folders, journal } = data as Partial<Record<keyof TabHint, unknown>>
  if (!isTexts(sessions) || !isTexts(removedSessions)) return undefined
  return { sessions, removedSessions, folders: folders === true, ...(journal === true ? { journal } : {}) }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string")
}
