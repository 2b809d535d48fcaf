import { atServer } from "../gateway/server-address.ts"

/**
 * Fetches a picture of the web through our own server and resolves to an address on this page under which it can be shown
 * (to be given back by `URL.revokeObjectURL`); undefined when it did not come.
 */
export async function fetchRemoteImage(
  url: URL,
  headers: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  try {
    const reply = await fetch(atServer(`/api/image?url=${encodeURIComponent(url.href)}`), {
      headers,
      signal: AbortSignal.timeout(30_000),
    })
    return reply.ok ? URL.createObjectURL(await reply.blob()) : undefined
  } catch {
    return undefined
  }
}
