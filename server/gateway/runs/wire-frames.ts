import type { WireFrame } from "#core/providers/client-api.ts"

/** Frames as they go over the wire, with ids from `firstId` on, or without any. */
export function framesFrom(firstId: number | undefined, frames: readonly WireFrame[]): readonly string[] {
  return frames.map(({ event, data }, at) => {
    const id = firstId === undefined ? "" : `id: ${firstId + at}\n`
    return `${id}${event === undefined ? "" : `event: ${event}\n`}data: ${dataLines(data)}\n\n`
  })
}

/** A payload of several lines is several `data:` lines of one event. */
function dataLines(data: string): string {
  return data.includes("\n") ? data.replaceAll("\n", "\ndata: ") : data
}
