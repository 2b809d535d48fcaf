import { isNotHere, type DrawingFailure } from "../imagegen/drawing.ts"
import { failureText } from "./failure-text.ts"
import type { LaterTexts } from "./texts.ts"

/**
 * Why there is no picture. That nothing was charged is said only in the words of a failure that the gateway told, and in which
 * it is certain.
 */
export function drawingFailureText(failure: DrawingFailure, { images, errors }: Pick<LaterTexts, "images" | "errors">) {
  if (isNotHere(failure)) return failure.kind === "unusable" ? images.unusable : images.notStored
  if (failure.kind === "network") return failure.unreached === true ? images.unfinished : images.unknownEnd
  return failureText(failure, errors)
}
