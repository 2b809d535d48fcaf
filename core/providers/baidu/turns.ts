/** A message as Wenxin takes it; a system text is a user's. */
export interface WireTurn {
  readonly role: "user" | "assistant" | "function"
  readonly content: string
  /** In the result of a function: the function's name. */
  readonly name?: string
  readonly function_call?: { readonly name: string; readonly arguments: string }
}

/** A turn without words. Baidu refuses turns whose text is empty. */
const blank = " "

/**
 * The number of messages must be odd: the user first and last, the assistant between (else error 336006). Where two of
 * one side follow each other, a blank turn of the other stands between them; so an even number becomes odd, with a blank
 * assistant turn after a first user turn, or a blank user turn before a first assistant turn.
 */
export function evenedOut(turns: readonly WireTurn[]): readonly WireTurn[] {
  const spoken = turns.filter((turn) => turn.content.trim() !== "" || turn.role === "function" || turn.function_call)
  const evened: WireTurn[] = []
  for (const turn of spoken) {
    const expected = evened.length % 2 === 0 ? "user" : "assistant"
    if (sideOf(turn) !== expected) evened.push({ role: expected, content: blank })
    evened.push(turn.role === "function" && turn.content === "" ? { ...turn, content: blank } : turn)
  }
  return evened.length % 2 === 0 ? [...evened, { role: "user", content: blank }] : evened
}

function sideOf(turn: WireTurn): "user" | "assistant" {
  return turn.role === "assistant" ? "assistant" : "user"
}
