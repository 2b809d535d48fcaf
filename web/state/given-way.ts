import { conversationStore } from "./conversation-store.ts"

type Move = (from: string, to: string) => void
const moves: Move[] = []

/**
 * `move` is called where the empty conversation that is shown while the storage opens gives way to a stored one: what was
 * prepared in the one goes on in the other.
 */
export function whenGivenWay(move: Move): void {
  moves.push(move)
}

export function giveWay(from: string): void {
  const { sessions, currentId } = conversationStore.getState()
  if (sessions[from] !== undefined) return
  givenWay = { from, to: currentId }
  for (const move of moves) move(from, currentId)
}

let givenWay: { readonly from: string; readonly to: string } | undefined

/** The conversation that an id means by now: one that gave way means the stored one in its place. */
export function presentId(sessionId: string): string {
  return givenWay?.from === sessionId ? givenWay.to : sessionId
}
