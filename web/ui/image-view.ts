/**
 * The view of a picture: its scale relative to fitting, and the distance of its centre from the screen's, in CSS
 * pixels.
 */
export interface ImageView {
  readonly scale: number
  readonly x: number
  readonly y: number
}

/** The whole picture, as large as fits. */
export const wholeImage: ImageView = { scale: 1, x: 0, y: 0 }

const largestScale = 8

/** The view after zooming by a factor; the content at `point` (relative to the screen's centre) stays where it is. */
export function zoomed(view: ImageView, factor: number, point = { x: 0, y: 0 }): ImageView {
  const scale = Math.min(Math.max(view.scale * factor, 1), largestScale)
  if (scale === 1) return wholeImage
  const ratio = scale / view.scale
  return { scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio }
}

/** The view after a drag; the picture never leaves the screen. `room`: half of the screen, in CSS pixels. */
export function dragged(
  view: ImageView,
  dx: number,
  dy: number,
  room: { readonly x: number; readonly y: number },
): ImageView {
  const within = (value: number, most: number) => Math.min(Math.max(value, -most), most)
  return { ...view, x: within(view.x + dx, room.x * view.scale), y: within(view.y + dy, room.y * view.scale) }
}
