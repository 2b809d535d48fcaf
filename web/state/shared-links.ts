import { type SharedLink, sharedLinkCollection } from "#core/shares/shared-link.ts"
import { type MadeLink, removeShared } from "../platform/gateway/sharing-client.ts"
import { authHeaders } from "./access-store.ts"
import { createCollectionStore } from "./collection-store.ts"

/** The links that were made in this browser, the newest first. */
export const sharedLinks = createCollectionStore(sharedLinkCollection, (a, b) => b.createdAt - a.createdAt)

const dayMs = 86_400_000
/** How long a link is listed whose end is not known, because another service keeps it. */
const listedElsewhereMs = 365 * dayMs

/** Remembers a link, so that it can be taken back. */
export async function rememberLink(kind: SharedLink["kind"], title: string, made: MadeLink): Promise<void> {
  const createdAt = Date.now()
  const expiresAt = made.expiresAt ?? createdAt + listedElsewhereMs
  await sharedLinks.save({
    id: made.id,
    kind,
    title,
    url: made.url,
    deleteToken: made.deleteToken,
    createdAt,
    expiresAt,
  })
}

/** Takes a link back and forgets it; false where the server could not be asked. One that is gone already is forgotten, too. */
export async function takeBack(link: SharedLink): Promise<boolean> {
  if (link.deleteToken !== "" && (await removeShared(link, authHeaders())) === "failed") return false
  await sharedLinks.remove(link)
  return true
}
