import { noUsage } from "#core/gateway/usage.ts"
import { objectOf, parseJson, textOf } from "#core/providers/json.ts"
import type { Meter } from "../billing/meter.ts"
import type { UpstreamReply } from "./upstream.ts"

/** More than an hour of speech, in bytes. */
const longestSound = 64 * 1024 * 1024
const mark = "$sound"

/** Reads sound to its end, as a reply a run can keep, and meters it: so many characters were read aloud. */
export async function readSound(reply: UpstreamReply, characters: number, meter: Meter): Promise<string | undefined> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of reply.body) {
    chunks.push(chunk)
    size += chunk.length
    if (size > longestSound) throw Object.assign(new Error("sound without end"), { code: "ERR_EVENT_TOO_LONG" })
  }
  const bytes = Buffer.concat(chunks)
  meter.events([
    ...(size > 0 ? [{ type: "image", image: {} } as const] : []),
    { type: "usage", usage: { ...noUsage, output: characters } },
    { type: "finish", reason: "stop" },
  ])
  return JSON.stringify({ [mark]: bytes.toString("base64"), type: String(reply.headers["content-type"] ?? "") })
}

/** The sound of a kept reply; undefined for any other reply. */
export function soundIn(reply: string): { readonly bytes: Buffer; readonly type: string } | undefined {
  if (!reply.startsWith(`{"${mark}":`)) return undefined
  const kept = objectOf(parseJson(reply))
  const sound = textOf(kept?.[mark])
  const type = textOf(kept?.["type"])
  return sound === undefined || type === undefined ? undefined : { bytes: Buffer.from(sound, "base64"), type }
}
