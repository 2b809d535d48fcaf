import { readLinkPayload } from "#core/masks/mask-link.ts"
import type { Mask } from "#core/masks/mask.ts"
import { newId } from "../../platform/browser/new-id.ts"
import { decodeFragment } from "../../platform/browser/share-link.ts"
import { pageUrl, showUrl } from "../../platform/browser/page-address.ts"

/** What a link to a mask names: one by its id, one with all that it says, or nothing that can be read. */
export type MaskLink =
  | { readonly kind: "id"; readonly id: string }
  | { readonly kind: "mask"; readonly mask: Mask }
  | { readonly kind: "broken" }

/**
 * The mask that the page's address names (`?mask=…`, `#mask=…`). A whole one is taken out of the address. An id stays there until
 * it is known what it leads to (`dropMaskId`): a reload asks for it again.
 */
export async function takeMaskLink(): Promise<MaskLink | undefined> {
  const url = pageUrl()
  const id = url.searchParams.get("mask")
  const fragment = /^#mask(?:=|%3D)(.*)$/is.exec(url.hash)?.[1]
  if (id === null && fragment === undefined) return undefined
  if (fragment === undefined) return { kind: "id", id: String(id) }
  url.searchParams.delete("mask")
  url.hash = ""
  showUrl(url)
  const text = await decodeFragment(fragment)
  const mask = text === undefined ? undefined : readLinkPayload(text, { now: Date.now(), newId })
  return mask === undefined ? { kind: "broken" } : { kind: "mask", mask }
}

/** Takes a mask's id out of the address. */
export function dropMaskId(): void {
  const url = pageUrl()
  url.searchParams.delete("mask")
  showUrl(url)
}
