import { blobOfBase64 } from "../gateway/base64-blob.ts"

/** Where NextChat kept the pictures of its chats and drawings, and how it named them on this site. */
const ancestorCache = "chatgpt-next-web-file"
const ancestorPath = "/api/cache/"

/** Whether an address is one that `adoptedPicture` may know. */
export function isAdoptable(url: string): boolean {
  return url.startsWith("data:image/") || url.includes(ancestorPath)
}

/** The picture that is written out in an address, or that NextChat kept on this site; undefined where there is none. */
export async function adoptedPicture(url: string): Promise<Blob | undefined> {
  const [, b64] = /^data:image\/[\w+.-]{1,40};base64,(.*)$/s.exec(url) ?? []
  if (b64 !== undefined) return blobOfBase64(b64)
  const address = url.startsWith("/") ? location.origin + url : url
  if (!address.startsWith(location.origin + ancestorPath)) return undefined
  // Opening a cache that is not there would make it.
  if (!("caches" in globalThis) || !(await caches.has(ancestorCache))) return undefined
  return (await (await caches.open(ancestorCache)).match(address))?.blob()
}
