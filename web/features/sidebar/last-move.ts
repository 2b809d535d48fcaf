import { createEmitter } from "../../ui/emitter.ts"

/**
 * The announcement about the chat that was moved last. It is numbered, because at the end of the list two moves have
 * the same text.
 */
export const lastMove = createEmitter<{ readonly said: string; readonly nth: number }>({ said: "", nth: 0 })
