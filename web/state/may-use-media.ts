import { selectIsPremium, type AccessState } from "./access-store.ts"

/** Whether pictures, speech and recordings are only shown to this user: the demonstration makes them, and nobody pays (0225). */
export function isShownOnly(state: AccessState): boolean {
  return state.config.pretend && !selectIsPremium(state)
}

/** Whether this user may ask the server for pictures, speech and transcripts. */
export function mayUseMedia(state: AccessState): boolean {
  return selectIsPremium(state) || isShownOnly(state)
}
