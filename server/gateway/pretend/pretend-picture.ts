import { createHash } from "node:crypto"
import { crc32, deflateSync } from "node:zlib"

/** The longer edge of a picture of the demonstration, in pixels: enough to look at, and small on any line. */
const longerEdge = 640

/** A proportion, as "1792x1024" or "16:9"; square for anything else. */
function proportionOf(said: string): readonly [width: number, height: number] {
  const [, width, height] = /^(\d{1,5})[x:](\d{1,5})$/.exec(said) ?? []
  const [w, h] = [Number(width ?? 1), Number(height ?? 1)]
  return w > 0 && h > 0 ? [w, h] : [1, 1]
}

/**
 * A picture of the demonstration as a PNG: hills under a sun, one for each prompt and always the same for it, in the asked
 * proportion, with DEMO written into a corner.
 */
export function pretendPng(prompt: string, proportion: string): Buffer {
  const [wide, high] = proportionOf(proportion)
  const width = Math.max(64, Math.round((longerEdge * wide) / Math.max(wide, high)))
  const height = Math.max(64, Math.round((longerEdge * high) / Math.max(wide, high)))
  const scene = sceneOf(createHash("sha256").update(prompt).digest(), width, height)
  const rows = Buffer.alloc(height * (1 + width * 3))
  for (let y = 0, at = 0; y < height; y++) {
    // Each row begins with its filter, here none.
    at++
    for (let x = 0; x < width; x++) for (const part of colorAt(scene, x, y)) rows[at++] = part
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits a channel, red, green and blue.
  header[8] = 8
  header[9] = 2
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ])
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

type Color = readonly [red: number, green: number, blue: number]

interface Scene {
  readonly width: number
  readonly height: number
  readonly sky: readonly [top: Color, bottom: Color]
  readonly sun: { readonly x: number; readonly y: number; readonly radius: number; readonly color: Color }
  /** The nearest last. */
  readonly hills: readonly {
    readonly base: number
    readonly swing: number
    readonly waves: number
    readonly phase: number
    readonly color: Color
  }[]
}

function sceneOf(hash: Buffer, width: number, height: number): Scene {
  const share = (index: number) => (hash[index] ?? 0) / 255
  const hue = share(0) * 360
  const hills = [0, 1, 2, 3].map((layer) => ({
    base: height * (0.5 + layer * 0.13),
    swing: height * (0.04 + share(4 + layer) * 0.06),
    waves: 1 + share(8 + layer) * 2.5,
    phase: share(12 + layer) * Math.PI * 2,
    color: colorOf((hue + 150 + layer * 12) % 360, 0.38, 0.62 - layer * 0.13),
  }))
  const radius = Math.min(width, height) * (0.08 + share(3) * 0.06)
  return {
    width,
    height,
    sky: [colorOf(hue, 0.55, 0.62), colorOf((hue + 45) % 360, 0.75, 0.86)],
    sun: {
      x: width * (0.2 + share(1) * 0.6),
      y: height * (0.18 + share(2) * 0.2),
      radius,
      color: colorOf((hue + 45) % 360, 0.9, 0.94),
    },
    hills,
  }
}

function colorAt({ width, height, sky, sun, hills }: Scene, x: number, y: number): Color {
  if (isLettering(x, y, height)) return [255, 255, 255]
  for (const { base, swing, waves, phase, color } of hills.toReversed()) {
    if (y > base + swing * Math.sin((x / width) * Math.PI * 2 * waves + phase)) return color
  }
  if (Math.hypot(x - sun.x, y - sun.y) < sun.radius) return sun.color
  const [top, bottom] = sky
  const share = y / height
  return [0, 1, 2].map((at) => Math.round((top[at] ?? 0) * (1 - share) + (bottom[at] ?? 0) * share)) as unknown as Color
}

/** DEMO, five rows of dots for each letter. */
const lettering = ["##  ### # # ###", "# # #   ### # #", "# # ##  ### # #", "# # #   # # # #", "##  ### # # ###"]
/** The edge of a dot of the lettering, and its distance from the corner, in pixels. */
const dotEdge = 4
const margin = 12

function isLettering(x: number, y: number, height: number): boolean {
  const row = Math.floor((y - (height - margin - lettering.length * dotEdge)) / dotEdge)
  const column = Math.floor((x - margin) / dotEdge)
  return lettering[row]?.[column] === "#"
}

/** By hue in degrees, saturation and lightness from 0 to 1. */
function colorOf(hue: number, saturation: number, lightness: number): Color {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const part = (offset: number) => {
    const place = (offset + hue / 30) % 12
    return Math.round(255 * (lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))))
  }
  return [part(0), part(8), part(4)]
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([size, named, sum])
}
