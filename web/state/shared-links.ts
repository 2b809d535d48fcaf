import { dayMs } from "#core/lib/days.ts"
import { type SharedLink, sharedLinkCollection } from "#core/shares/shared-link.ts"
import { type MadeLink, removeShared } from "../platform/gateway/sharing-client.ts"
import { authHeaders } from "./access-store.ts"
import { createCollectionStore } from "./collection-store.ts"

/** The links that were made in this browser, the newest first. */
export const sharedLinks = createCollectionStore(sharedLinkCollection, (a, b) => b.createdAt - a.createdAt)

/** How long a link is listed whose end is not known, because another service keeps it. */
const listedElsewhereMs = 365 * dayMs

/** A link as this browser keeps it. */
export function linkOf(kind: SharedLink["kind"], title: string, made: MadeLink): SharedLink {
  const createdAt = Date.now()
  const expiresAt = made.expiresAt ?? createdAt + listedElsewhereMs
  return { id: made.id, kind, title, url: made.url, deleteToken: made.deleteToken, createdAt, expiresAt }
}

/** Remembers a link, so that it can be taken back; false where the browser has no room for it. */
export async function rememberLink(link: SharedLink): Promise<boolean> {
  try {
    await sharedLinks.save(link)
    return true
  } catch {
    return false
  }
}

/** Takes a link back and forgets it; false where the server could not be asked. One that is gone already is forgotten, too. */
export async function takeBack(link: SharedLink): Promise<boolean> {
  if (link.deleteToken !== "" && (await removeShared(link, authHeaders())) === "failed") return false
  // Nobody reads it any more; a browser that writes nothing lists it until it expires.
  await sharedLinks.remove(link).catch(() => undefined)
  return true
}
