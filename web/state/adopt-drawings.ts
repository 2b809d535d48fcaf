import type { Drawing } from "#core/imagegen/drawing.ts"
import { readDrawingOfNextChat } from "#core/imagegen/nextchat-drawing.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { adoptedPicture } from "../platform/images/adopted-picture.ts"
import { keepGenerated } from "../platform/images/generated-image.ts"
import { readAncestorRecord } from "../platform/storage/ancestor-storage.ts"
import { drawings } from "./drawing-store.ts"

/** Takes over the pictures that NextChat drew in this browser, each with what it was asked with. What is here already stays. */
export async function adoptDrawings(): Promise<void> {
  const record = await readAncestorRecord(["nk-sd-list", "sd-list"])
  const { draw } = fieldsOf(fieldsOf(record)["state"])
  if (!Array.isArray(draw)) return
  await drawings.load()
  const known = new Set(drawings.use.getState().records.map(({ id }) => id))
  const theirs = draw.flatMap((row: unknown) => readDrawingOfNextChat(row) ?? []).filter(({ id }) => !known.has(id))
  const adopted: Drawing[] = []
  // oxlint-disable-next-line no-await-in-loop -- one picture at a time is little memory
  for (const drawing of theirs) adopted.push(await withPicture(drawing))
  if (adopted.length > 0) await drawings.add(adopted)
}

/** With its picture in our store; one whose picture is gone keeps what it was asked with. */
async function withPicture({ image = "", ...drawing }: Drawing): Promise<Drawing> {
  const kept = await adoptedPicture(image)
    .then((blob) => blob && keepGenerated(blob, { withThumbnail: true }))
    .catch(() => undefined)
  return { ...drawing, ...(image !== "" && { image }), ...kept }
}
