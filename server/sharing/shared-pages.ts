import { escaped } from "./html-text.ts"
import type { ShareBody, SharedPart, ShareItem } from "./shared-conversation.ts"

/** What a page may have, in bytes: on a slow line it is there within a second or two. */
export const mostOfPage = 50_000
/** What stands around the texts of a page, in bytes, in the language of ours that takes most, with a long name and address of the server. */
const aroundPage = 7_000
/** What stands around one part of a page, in bytes, in the language of ours that takes most. */
export const aroundPart = 64
/** Most HTML of one page, in bytes, where its title and its models are not so long that there is room for less. */
const mostHtml = 36_000
/** The longest block that is shown as it was made, in bytes: it fits on a page, whatever the title is. */
export const longestBlock = 24_000

/** How much HTML a page of a conversation has room for, in bytes. What is said of the whole stands on each page, its title three times. */
export function roomOnPage({ title, models }: Pick<ShareBody, "title" | "models">, summary: string): number {
  const said = 3 * bytesOf(escaped(title)) + bytesOf(escaped(summary)) + bytesOf(models.map(escaped).join(" · "))
  return Math.min(mostHtml, mostOfPage - aroundPage - said)
}

/** The pages of a conversation, filled block by block. */
export interface Pages {
  readonly all: readonly (readonly SharedPart[])[]
  /** Puts a block after the last one; `isFirst`: it begins a message. */
  add(from: ShareItem["from"], html: string, isFirst: boolean): void
}

export function createPages(room: number): Pages {
  const pages: SharedPart[][] = [[]]
  let size = 0

  return {
    all: pages,
    add(from, html, isFirst) {
      const bytes = bytesOf(html)
      if (size > 0 && size + bytes + aroundPart > room) {
        pages.push([])
        size = 0
      }
      const page = pages.at(-1) ?? []
      const last = page.at(-1)
      const goesOn = last !== undefined && !isFirst && last.from === from
      if (goesOn) page[page.length - 1] = { from, html: last.html + html }
      else page.push({ from, html })
      size += bytes + (goesOn ? 0 : aroundPart)
    },
  }
}

function bytesOf(html: string): number {
  return Buffer.byteLength(html)
}
