/** The containers of recorded sound that are taken, by the ending of their file's name. */
export type RecordingType = "webm" | "m4a" | "ogg" | "wav" | "mp3"

/** The content types under which they are sent on. */
export const recordingTypes: Readonly<Record<RecordingType, string>> = {
  webm: "audio/webm",
  m4a: "audio/mp4",
  ogg: "audio/ogg",
  wav: "audio/wav",
  mp3: "audio/mpeg",
}

/** The container by the first bytes, whatever the file is called; undefined for anything else. */
export function recordingType(bytes: Uint8Array): RecordingType | undefined {
  if (startsWith(bytes, [0x1a, 0x45, 0xdf, 0xa3])) return "webm"
  if (wordAt(bytes, 4) === "ftyp") return "m4a"
  if (wordAt(bytes, 0) === "OggS") return "ogg"
  if (wordAt(bytes, 0) === "RIFF" && wordAt(bytes, 8) === "WAVE") return "wav"
  if (wordAt(bytes, 0).startsWith("ID3") || isMpegFrame(bytes, 0)) return "mp3"
  return undefined
}

/**
 * How long a recording is, in seconds, by the timestamps in its container. What a browser records as it goes has no length in
 * its head, so the sound itself is walked through. Undefined where nothing tells.
 */
export function secondsOf(bytes: Uint8Array): number | undefined {
  const type = recordingType(bytes)
  const seconds = type && lengthOf[type](bytes)
  return seconds !== undefined && Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

const lengthOf: Readonly<Record<RecordingType, (bytes: Uint8Array) => number | undefined>> = {
  webm: webmSeconds,
  m4a: mp4Seconds,
  ogg: oggSeconds,
  wav: wavSeconds,
  mp3: mp3Seconds,
}

const ebml = {
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  blockGroup: 0xa0,
  block: 0xa1,
  simpleBlock: 0xa3,
}
const ebmlParents: readonly number[] = [ebml.segment, ebml.info, ebml.cluster, ebml.blockGroup]

/**
 * A longer step between two timestamps is no sound, in seconds: the machine slept meanwhile, or its clock was set. Who plays the file
 * goes on at once.
 */
const longestStep = 5

/** The time that its blocks cover, or the length in the head where one stands there. A parent's unknown size is that of the file. */
function webmSeconds(bytes: Uint8Array): number | undefined {
  const view = viewOf(bytes)
  let at = 0
  let nanosecondsEach = 1_000_000
  let told = 0
  let cluster = 0
  let last = 0
  let covered = 0
  while (at < bytes.length) {
    const id = vintAt(bytes, at, true)
    const size = id && vintAt(bytes, at + id.length, false)
    if (id === undefined || size === undefined) break
    const from = at + id.length + size.length
    if (ebmlParents.includes(id.value)) {
      at = from
      continue
    }
    const to = from + size.value
    if (to > bytes.length) break
    if (id.value === ebml.timestampScale) nanosecondsEach = unsignedAt(bytes, from, to) || nanosecondsEach
    if (id.value === ebml.timestamp) cluster = unsignedAt(bytes, from, to)
    if (id.value === ebml.duration && size.value === 8) told = view.getFloat64(from)
    if (id.value === ebml.duration && size.value === 4) told = view.getFloat32(from)
    if (id.value === ebml.simpleBlock || id.value === ebml.block) {
      const track = vintAt(bytes, from, false)
      const time = from + (track?.length ?? 0)
      const step = track && time + 2 <= to ? cluster + view.getInt16(time) - last : 0
      const isJump = Math.abs(step) * nanosecondsEach > longestStep * 1e9
      if (step > 0 && !isJump) covered += step
      if (step > 0 || isJump) last += step
    }
    at = to
  }
  return (Math.max(told, covered) * nanosecondsEach) / 1e9
}

/** A number of EBML, whose first byte tells its length; an id keeps the mark of its length. */
function vintAt(
  bytes: Uint8Array,
  at: number,
  isId: boolean,
): { readonly value: number; readonly length: number } | undefined {
  const first = bytes[at]
  if (first === undefined || first === 0) return undefined
  const length = Math.clz32(first) - 23
  if (at + length > bytes.length || (isId && length > 4)) return undefined
  let value = isId ? first : first & (0xff >> length)
  for (let more = 1; more < length; more++) value = value * 256 + (bytes[at + more] ?? 0)
  return { value, length }
}

function unsignedAt(bytes: Uint8Array, from: number, to: number): number {
  let value = 0
  for (let at = from; at < to; at++) value = value * 256 + (bytes[at] ?? 0)
  return value
}

const mp4Parents: readonly string[] = ["moov", "trak", "mdia", "moof", "traf"]

/** The length of the film, or of all that its fragments hold of a track where it was written as it went. */
function mp4Seconds(bytes: Uint8Array): number | undefined {
  const view = viewOf(bytes)
  const found = { film: 0, scale: 0, each: 0, track: 0, lengths: new Map<number, number>() }
  let at = 0
  while (at + 8 <= bytes.length) {
    const size = view.getUint32(at)
    const name = wordAt(bytes, at + 4)
    if (mp4Parents.includes(name)) {
      at += 8
      continue
    }
    const to = size === 0 ? bytes.length : at + size
    if (size !== 0 && size < 8) break
    if (to <= bytes.length) readMp4Box(view, name, at + 8, to, found)
    at = to
  }
  return Math.max(found.film, found.scale === 0 ? 0 : Math.max(0, ...found.lengths.values()) / found.scale)
}

interface Mp4Times {
  film: number
  /** Of the sound, in units a second. */
  scale: number
  /** The usual length of a sample, in those units. */
  each: number
  /** The number of the track whose fragments are being read. */
  track: number
  /** By track, the length of its fragments so far, in those units. */
  readonly lengths: Map<number, number>
}

function readMp4Box(view: DataView, name: string, from: number, to: number, found: Mp4Times): void {
  const isLong = to - from >= 12 && view.getUint8(from) === 1
  const has = (bytes: number) => from + bytes <= to
  if ((name === "mvhd" || name === "mdhd") && has(isLong ? 32 : 20)) {
    const scale = view.getUint32(from + (isLong ? 20 : 12))
    const length = isLong ? Number(view.getBigUint64(from + 24)) : view.getUint32(from + 16)
    // All ones: nobody knew when it was written.
    const seconds = scale === 0 || length === 0xffffffff ? 0 : length / scale
    if (name === "mdhd") found.scale = scale
    found.film = Math.max(found.film, seconds)
  }
  if (name === "trex" && has(16)) found.each = view.getUint32(from + 12)
  if (name === "tfhd" && has(8)) {
    const flags = view.getUint32(from) & 0xffffff
    found.track = view.getUint32(from + 4)
    const skipped = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0)
    if (flags & 8 && has(skipped + 4)) found.each = view.getUint32(from + skipped)
  }
  if (name === "trun" && has(8)) {
    const flags = view.getUint32(from) & 0xffffff
    const samples = view.getUint32(from + 4)
    const first = from + 8 + (flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0)
    const step = [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0).length * 4
    let length = found.lengths.get(found.track) ?? 0
    const lasting = (units: number) => (units > longestStep * found.scale ? 0 : units)
    if ((flags & 0x100) === 0) length += samples * lasting(found.each)
    else
      for (let at = first; at + 4 <= to && at < first + samples * step; at += step)
        length += lasting(view.getUint32(at))
    found.lengths.set(found.track, length)
  }
}

/** The positions of the last pages of what was recorded in a row; Opus counts 48 000 a second, whatever was recorded. */
function oggSeconds(bytes: Uint8Array): number | undefined {
  const view = viewOf(bytes)
  const head = view.byteLength >= 27 ? 27 + view.getUint8(26) : bytes.length
  const isOpus = wordAt(bytes, head) === "Opus"
  const isVorbis = wordAt(bytes, head + 1) === "vorb" && head + 16 <= bytes.length
  const rate = isOpus ? 48_000 : isVorbis ? view.getUint32(head + 12, true) : 0
  const skipped = isOpus && head + 12 <= bytes.length ? view.getUint16(head + 10, true) : 0
  let [before, last] = [0, 0]
  for (let at = 0; at + 27 <= bytes.length;) {
    // Who plays it goes on behind what is no page, too.
    if (!isOggPage(bytes, at)) {
      at += 1
      continue
    }
    const isFirst = (view.getUint8(at + 5) & 2) !== 0
    if (isFirst) [before, last] = [before + last, 0]
    last = Math.max(last, Number(view.getBigInt64(at + 6, true)))
    const segments = view.getUint8(at + 26)
    let size = 27 + segments
    for (let segment = 0; segment < segments; segment++) size += bytes[at + 27 + segment] ?? 0
    at += size
  }
  return rate === 0 ? undefined : (before + last - skipped) / rate
}

/** "OggS" stands here; asked of every byte of a file, so that no text is made for it. */
function isOggPage(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0x4f && bytes[at + 1] === 0x67 && bytes[at + 2] === 0x67 && bytes[at + 3] === 0x53
}

function wavSeconds(bytes: Uint8Array): number | undefined {
  const view = viewOf(bytes)
  let bytesPerSecond = 0
  for (let at = 12; at + 8 <= bytes.length;) {
    const size = view.getUint32(at + 4, true)
    const name = wordAt(bytes, at)
    // By what it is played with: its rate, and how large a frame of all channels is. The rate of its bytes is only told.
    if (name === "fmt " && at + 22 <= bytes.length)
      bytesPerSecond = view.getUint32(at + 12, true) * view.getUint16(at + 20, true) || view.getUint32(at + 16, true)
    // What is recorded as it goes names no size, or one beyond the file.
    if (name === "data") {
      const sound = Math.min(size, bytes.length - at - 8)
      return bytesPerSecond === 0 ? undefined : sound / bytesPerSecond
    }
    at += 8 + size + (size % 2)
  }
  return undefined
}

const mpegKilobits: readonly (readonly number[])[] = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
]
const mpegRates: readonly number[] = [44_100, 48_000, 32_000]

/** Frame by frame: a rate that changes is no rate to reckon by. Who plays it goes on behind what is no frame, too. */
function mp3Seconds(bytes: Uint8Array): number | undefined {
  let at = 0
  if (wordAt(bytes, 0).startsWith("ID3") && bytes.length > 10) {
    const size = [6, 7, 8, 9].reduce((sum, index) => sum * 128 + ((bytes[index] ?? 0) & 0x7f), 0)
    at = 10 + size
  }
  let seconds = 0
  let isInRow = false
  while (at + 4 <= bytes.length) {
    const frame = mpegFrame(bytes, at)
    // Two bytes alone may be anything; behind another frame, or before one, they begin one.
    isInRow = frame !== undefined && (isInRow || mpegFrame(bytes, at + frame.length) !== undefined || at === 0)
    if (frame !== undefined && isInRow) seconds += frame.seconds
    at += frame !== undefined && isInRow ? frame.length : 1
  }
  return seconds
}

/** A frame of layer III of MPEG audio whose rates are known. */
function mpegFrame(bytes: Uint8Array, at: number): { readonly length: number; readonly seconds: number } | undefined {
  if (!isMpegFrame(bytes, at)) return undefined
  const version = ((bytes[at + 1] ?? 0) >> 3) & 3
  const third = bytes[at + 2] ?? 0
  const kilobits = mpegKilobits[version === 3 ? 0 : 1]?.[third >> 4] ?? 0
  const rate = (mpegRates[(third >> 2) & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4)
  if (kilobits === 0 || rate === 0) return undefined
  const samples = version === 3 ? 1_152 : 576
  const length = Math.floor((samples / 8) * ((kilobits * 1_000) / rate)) + ((third >> 1) & 1)
  return { length, seconds: samples / rate }
}

/** A frame of layer III of MPEG audio. */
function isMpegFrame(bytes: Uint8Array, at: number): boolean {
  const second = bytes[at + 1] ?? 0
  return bytes[at] === 0xff && (second & 0xe6) === 0xe2 && (second & 0x18) !== 0x08
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function wordAt(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}

function startsWith(bytes: Uint8Array, first: readonly number[]): boolean {
  return first.every((byte, at) => bytes[at] === byte)
}
