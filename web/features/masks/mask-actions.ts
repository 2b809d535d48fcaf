import { linkPayload } from "#core/masks/mask-link.ts"
import { sharedPlugins } from "#core/plugins/plugin-choice.ts"
import { fileName } from "#core/lib/file-name.ts"
import { maskInFile } from "#core/masks/mask-file.ts"
import type { Mask } from "#core/masks/mask.ts"
import { imagesOf } from "#core/gateway/content.ts"
import { encodeFragment } from "../../platform/browser/share-link.ts"
import { copyText } from "../../platform/browser/clipboard.ts"
import { saveFile } from "../../platform/files/save-file.ts"
import { chapterTexts, texts } from "../../platform/language/texts.ts"
import { removeMask } from "../../state/mask-store.ts"
import { askToConfirm } from "../../ui/confirm.tsx"
import { offerUndo } from "../../ui/offer-undo.ts"
import { showToast } from "../../ui/toast.tsx"
import { publicAddress } from "../../platform/browser/page-address.ts"

/** How long what a link does is said, in ms. */
const linkNoticeMs = 6_000

export function downloadMask(mask: Mask): void {
  saveFile(fileName(mask.name, "json", "mask"), jsonFile(maskInFile(mask)))
}

export function downloadMasks(masks: readonly Mask[]): void {
  saveFile("masks.json", jsonFile(masks.map(maskInFile)))
}

function jsonFile(value: object): Blob {
  return new Blob([JSON.stringify(value, null, 2)], { type: "application/json" })
}

/** Shares a link to a mask by the device's own window where it has one, else copies it. */
export async function shareMask(mask: Mask): Promise<void> {
  const t = chapterTexts("masks")
  const address = await maskAddress(mask)
  if (address === undefined) return showToast({ text: t.linkTooLong, durationMs: linkNoticeMs })
  const isTouch = matchMedia("(pointer: coarse)").matches
  if (isTouch && typeof navigator.share === "function") {
    try {
      return await navigator.share({ title: mask.name, text: mask.name, url: address })
    } catch (trouble) {
      // Whoever closed that window wants no link.
      if (trouble instanceof DOMException && trouble.name === "AbortError") return
    }
  }
  const isCopied = await copyText(address)
  const leaves = leavesSomething(mask) ? ` ${t.linkLeaves}` : ""
  showToast({ text: isCopied ? t.linkCopied + leaves : texts().chat.copyFailed, durationMs: linkNoticeMs })
}

/** The address of a mask: of one that comes with the program its id, else all that it says, in the fragment. */
async function maskAddress(mask: Mask): Promise<string | undefined> {
  if (mask.builtin) return publicAddress(`/new-chat?mask=${mask.id}`)
  const fragment = await encodeFragment(linkPayload(mask))
  return fragment && publicAddress(`/new-chat#mask=${fragment}`)
}

function leavesSomething({ context, plugin = [] }: Mask): boolean {
  return plugin.some((id) => !sharedPlugins.has(id)) || context.some(({ content }) => imagesOf(content).length > 0)
}

/** Deletes one of the user's masks once they have confirmed it, and offers the way back. Resolves to whether it is gone. */
export async function deleteMask(mask: Mask): Promise<boolean> {
  const t = chapterTexts("masks")
  const text = t.deleteConfirm(mask.name || t.unnamed)
  if (!(await askToConfirm({ text, confirm: t.delete, danger: true }))) return false
  const tellFailure = () => showToast({ text: t.saveFailed })
  const restore = await removeMask(mask).catch(tellFailure)
  if (restore === undefined) return false
  offerUndo({ text: t.deleted, onUndo: () => void restore().catch(tellFailure) })
  return true
}
