import { readLocal, removeLocal, writeLocal } from "./local-storage.ts"

/** The specification's marker of an anonymous session: a random id, made when first needed. */
const key = "__anon_session__"

/** Sent as `X-Visitor`: tells this browser's free quota from its neighbours', and lets a visitor find an answer again. */
export function visitorId(): string {
  const known = readLocal(key)
  if (known !== null && known !== "") return known
  // Not `randomUUID`: it is missing where the page is served over plain http.
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  )
  writeLocal(key, id)
  return id
}

export function forgetVisitor(): void {
  removeLocal(key)
}
