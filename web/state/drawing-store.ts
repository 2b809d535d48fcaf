import { drawingCollection } from "#core/imagegen/drawing.ts"
import { createCollectionStore } from "./collection-store.ts"

/** The pictures that were asked for on this device (`sd-list` in backups), the newest first. */
export const drawings = createCollectionStore(drawingCollection, (a, b) => b.createdAt - a.createdAt)
