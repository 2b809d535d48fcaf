import { readImageReference } from "#core/conversation/image-reference.ts"
import { hidePersonalNumbers } from "#core/privacy/personal-data.ts"
import type { Shareable, ShareItem } from "#core/shares/share-items.ts"
import {
  isFailure,
  type MadeLink,
  removePicture,
  shareConversation,
  type ShareFailure,
  type UploadedPicture,
  uploadPicture,
} from "../../platform/gateway/sharing-client.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { loadImage } from "../../platform/storage/image-storage.ts"
import { authHeaders, useAccess } from "../../state/access-store.ts"
import { serverOrigin } from "../../platform/gateway/server-address.ts"

export interface LinkAsked {
  readonly title: string
  readonly shared: Shareable
  readonly days: number
  /** Numbers that look personal leave as dots. */
  readonly hides: boolean
}

/** As many pictures as the server takes in one conversation. */
const mostPictures = 10

/** How many pictures leave with a link, from the first on: those of this browser, and none to another service. */
export function leavingPictures({ items }: Shareable, shareHost: string | undefined): number {
  if (shareHost !== undefined) return 0
  return Math.min(mostPictures, items.flatMap(({ pictures }) => pictures).filter(isStoredHere).length)
}

function isStoredHere(reference: string): boolean {
  return readImageReference(reference) !== undefined
}

/** Sends the pictures, then the words, and at the end where they come from. Without a link the pictures are taken back. */
export async function makeLink(asked: LinkAsked): Promise<MadeLink | ShareFailure> {
  const sent: UploadedPicture[] = []
  const link = await sendConversation(asked, sent)
  if (isFailure(link)) for (const picture of sent) void removePicture(picture, authHeaders())
  return link
}

/** `sent`: where the pictures that are uploaded are noted. */
async function sendConversation(
  { title, shared, days, hides }: LinkAsked,
  sent: UploadedPicture[],
): Promise<MadeLink | ShareFailure> {
  const { config } = useAccess.getState()
  const t = chapterTexts("sharing")
  const write = (text: string) => (hides ? hidePersonalNumbers(text) : text)
  const items: ShareItem[] = []
  let room = leavingPictures(shared, config.shareHost)
  for (const { from, value, pictures } of shared.items) {
    const lines = [write(value)]
    for (const reference of pictures) {
      if (!isStoredHere(reference) || room-- <= 0) {
        lines.push(`[${t.pictureStays}]`)
        continue
      }
      const picture = await sendPicture(reference)
      if (picture !== undefined && isFailure(picture)) return picture
      if (picture !== undefined) sent.push(picture)
      lines.push(picture === undefined ? `[${t.pictureStays}]` : `![](${picture.address})`)
    }
    items.push({ from, value: lines.filter((line) => line !== "").join("\n\n") })
  }
  items.push({ from: "human", value: t.sharedFrom(config.productName, serverOrigin()) })
  return shareConversation({ title: write(title), items, models: shared.models, days }, authHeaders())
}

/** A picture once it is uploaded; undefined where this browser has it no more. */
async function sendPicture(reference: string): Promise<UploadedPicture | undefined | ShareFailure> {
  const id = readImageReference(reference)?.id
  const blob = id === undefined ? undefined : await loadImage(id).catch(() => undefined)
  if (blob === undefined) return undefined
  const sent = await uploadPicture(blob, authHeaders())
  if (!isFailure(sent)) return sent
  const t = chapterTexts("sharing")
  return {
    ...sent,
    message: sent.status === 0 || sent.message === "" ? t.uploadUnreadable : t.uploadFailed(sent.message),
  }
}
