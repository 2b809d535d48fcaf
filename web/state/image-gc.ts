import { storedImageIds } from "#core/conversation/image-reference.ts"
import { sweepImages, unusedKeptMs } from "../platform/storage/image-sweep.ts"
import { readLocal, writeLocal } from "../platform/storage/local-storage.ts"
import { onTrayChange } from "./attachment-store.ts"
import { conversationStore } from "./conversation-store.ts"
import { resumeDrawings } from "./open-drawings.ts"

/** How long changes are collected before the store is searched, in ms. */
const gatherMs = 1_000

let timer: ReturnType<typeof setTimeout> | undefined
let isStarted = false

/** Deletes pictures that no record names any more: at the start, and after a deletion. */
export function startImageGc(): void {
  if (isStarted) return
  isStarted = true
  look(gatherMs)
  // Where its code cannot be fetched, as without a connection, the screen of pictures or the next page goes on.
  void resumeDrawings().catch(() => {})
  void movePicturesOnce().catch(() => {})
  onTrayChange(() => look(gatherMs))
  conversationStore.subscribe((state, before) => {
    const { currentId } = state
    const shorter = (state.messages[currentId]?.length ?? 0) < (before.messages[currentId]?.length ?? 0)
    if (state.deleted !== before.deleted || shorter) look(gatherMs)
  })
}

const movedKey = "nk-pictures-moved"

/** Rows of messages that were written before 0214 hold whole pictures. */
async function movePicturesOnce(): Promise<void> {
  if (readLocal(movedKey) !== null) return
  const { movePictures } = await import("../platform/images/move-pictures.ts")
  await movePictures()
  writeLocal(movedKey, "1")
}

/** Looks for pictures that a deletion has left without a use. */
export function lookForUnusedImages(): void {
  look(gatherMs)
}

/**
 * The pictures that no stored message names: those of mask messages, which belong to the rows of conversations, and of
 * temporary conversations, which have no rows.
 */
function namedInMemory(): ReadonlySet<string> {
  const { sessions, messages } = conversationStore.getState()
  const pinned = Object.values(sessions).flatMap(({ mask }) => mask.context)
  const unstored = Object.values(sessions).flatMap(({ id, temporary }) => (temporary ? (messages[id] ?? []) : []))
  return new Set([...pinned, ...unstored].flatMap(storedImageIds))
}

function look(afterMs: number): void {
  clearTimeout(timer)
  timer = setTimeout(() => {
    void sweepImages(Date.now(), namedInMemory())
      .then((noted) => noted > 0 && look(unusedKeptMs + gatherMs))
      .catch(() => {})
  }, afterMs)
}
