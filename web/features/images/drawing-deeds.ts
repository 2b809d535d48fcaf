import type { Drawing } from "#core/imagegen/drawing.ts"
import { askedAgain } from "#core/imagegen/drawing-queue.ts"
import { bodyOf, type DrawingAsked } from "#core/imagegen/drawing-request.ts"
import { readImageReference } from "#core/conversation/image-reference.ts"
import { goTo } from "../../platform/browser/navigation.ts"
import { newId, newUuid } from "../../platform/browser/new-id.ts"
import { saveFile } from "../../platform/files/save-file.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { loadImage } from "../../platform/storage/image-storage.ts"
import { useAccess } from "../../state/access-store.ts"
import { attachAgain } from "../../state/attachment-store.ts"
import { conversationStore } from "../../state/conversation-store.ts"
import { startConversations } from "../../state/start-conversations.ts"
import { forgetRequest, runDrawingQueue } from "../../state/drawing-queue.ts"
import { drawings } from "../../state/drawing-store.ts"
import { lookForUnusedImages } from "../../state/image-gc.ts"
import { isShownOnly } from "../../state/may-use-media.ts"
import { noteOpenDrawings } from "../../state/open-drawings.ts"
import { offerUndo } from "../../ui/offer-undo.ts"
import { showToast } from "../../ui/toast.tsx"
import { changeDrawingDraft, draftOf } from "./drawing-draft.ts"

/** Puts a picture into the queue: it is on the disk before anything is sent. Resolves to whether it is in the queue. */
export async function ask(asked: DrawingAsked): Promise<boolean> {
  const drawing: Drawing = {
    ...asked,
    id: newId(),
    createdAt: Date.now(),
    body: bodyOf(asked),
    key: newUuid(),
    status: "waiting",
  }
  return enqueue(drawing)
}

/** Asks for the same again; `seed`: the one it is to be made with. */
export async function askAgain(drawing: Drawing, seed?: number): Promise<void> {
  const params = seed === undefined ? drawing.params : { ...drawing.params, seed }
  const again = askedAgain({ ...drawing, params }, { id: newId(), key: newUuid(), now: Date.now() })
  // Under its old key, what was sent is sent again to the letter.
  const body = again.key === drawing.key ? drawing.body : bodyOf(again)
  await enqueue({ ...again, body }, again.id === drawing.id ? drawing : undefined)
}

async function enqueue(drawing: Drawing, before?: Drawing): Promise<boolean> {
  try {
    await drawings.save(drawing, before)
    noteOpenDrawings(true)
    runDrawingQueue()
    return true
  } catch {
    showToast({ text: chapterTexts("images").saveFailed })
    return false
  }
}

/** Takes a picture off the list and offers to undo that. */
export async function remove(drawing: Drawing): Promise<void> {
  const t = chapterTexts("images")
  forgetRequest(drawing.id)
  const restore = await drawings.remove(drawing)
  offerUndo({
    text: isBeingPaid(drawing) ? t.removedAsked : t.removed,
    onUndo: () => void restore().then(runDrawingQueue),
    onGone: lookForUnusedImages,
  })
}

/** It was sent: it is drawn and charged though nobody waits for it. */
function isBeingPaid({ status }: Drawing): boolean {
  return status === "running" && !isShownOnly(useAccess.getState())
}

/** Names the stored picture in the draft of the open conversation. */
export async function takeToChat(drawing: Drawing): Promise<void> {
  const image = readImageReference(drawing.image ?? "")
  if (image === undefined) return
  await startConversations()
  const { currentId } = conversationStore.getState()
  await attachAgain(currentId, [{ kind: "image", name: await fileName(drawing), ...image }])
  showToast({ text: chapterTexts("images").usedInChat })
  goTo("/chat")
}

export async function download(drawing: Drawing): Promise<void> {
  const blob = await loadImage(readImageReference(drawing.image ?? "")?.id ?? "")
  if (blob === undefined) showToast({ text: chapterTexts("images").gone })
  else saveFile(await fileName(drawing), blob)
}

/** Opens the form with what this picture was asked with. */
export function change(drawing: Drawing): void {
  changeDrawingDraft(draftOf(drawing))
  goTo("/sd-new")
}

/** Named by its first words, with the ending of what it really is. */
async function fileName({ params, image = "" }: Drawing): Promise<string> {
  const blob = await loadImage(readImageReference(image)?.id ?? "")
  const ending = blob?.type === "image/jpeg" ? "jpg" : (blob?.type.split("/")[1] ?? "png")
  const words = params.prompt
    .normalize("NFD")
    .replace(/[^A-Za-z0-9 ]/g, "")
    .trim()
    .split(/ +/)
    .slice(0, 6)
  return `${words.join("-").toLowerCase() || "prosa"}.${ending}`
}
