import { nameSession } from "./name-session.ts"
import { summarizeSession } from "./summarize-session.ts"

/** Gives a conversation its title and its summary, where they are due. In a chunk of its own: nobody waits for it. */
export async function afterTurn(sessionId: string): Promise<void> {
  await Promise.all([nameSession(sessionId), summarizeSession(sessionId)])
}
