import type { JsonObject } from "#core/lib/fields.ts"
import { unfold, type ZipEntry } from "./zip-reader.ts"

/** One text that may hold conversations. */
export interface TextSource {
  readonly name: string
  /** The name by which a conversation would mean it: its own, or that of the archive in which it lies in another one. */
  readonly asset: string
  /** The file in which it is. */
  readonly file: File
  /** What stands beside it where the file is a copy of ours. */
  readonly manifest?: JsonObject | undefined
  readonly sizeBytes: number
  readonly head: () => Promise<Uint8Array<ArrayBuffer>>
  readonly chunks: () => AsyncIterable<Uint8Array<ArrayBuffer>>
}

const headBytes = 65_536
/** Of a text no more is worked on at once. In bytes. */
export const chunkBytes = 1024 * 1024

export function plainSource(file: File): TextSource {
  return {
    name: file.name,
    asset: file.name,
    file,
    sizeBytes: file.size,
    head: async () => new Uint8Array(await file.slice(0, headBytes).arrayBuffer()),
    async *chunks() {
      for (let at = 0; at < file.size; at += chunkBytes) {
        yield new Uint8Array(await file.slice(at, at + chunkBytes).arrayBuffer())
      }
    },
  }
}

export function zipSource(
  file: File,
  entry: ZipEntry,
  beside: Pick<TextSource, "name" | "asset" | "manifest">,
): TextSource {
  const chunks = () => unfold(file, entry)
  return {
    ...beside,
    file,
    sizeBytes: entry.sizeBytes,
    async head() {
      for await (const chunk of chunks()) return chunk.subarray(0, headBytes)
      return new Uint8Array()
    },
    chunks,
  }
}

export async function wholeText(source: TextSource, encoding: string): Promise<string> {
  const decoder = new TextDecoder(encoding)
  let text = ""
  for await (const chunk of source.chunks()) text += decoder.decode(chunk, { stream: true })
  return text + decoder.decode()
}

export async function* inUtf8(
  chunks: AsyncIterable<Uint8Array<ArrayBuffer>>,
  encoding: string,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const [decoder, encoder] = [new TextDecoder(encoding), new TextEncoder()]
  for await (const chunk of chunks) yield encoder.encode(decoder.decode(chunk, { stream: true }))
  yield encoder.encode(decoder.decode())
}
