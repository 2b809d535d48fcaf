import { fieldsOf } from "#core/lib/fields.ts"

/** How long a server may take to answer, in ms. */
const patienceMs = 15_000

/** Whether a server of ours answers at an origin, and lets this page read it. */
export async function isServerAt(origin: string): Promise<boolean> {
  const ask = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const reply = await fetch(origin + path, { ...init, cache: "no-store", signal: AbortSignal.timeout(patienceMs) })
    return reply.ok ? await reply.json() : undefined
  }
  try {
    if (fieldsOf(await ask("/healthz"))["ok"] !== true) return false
    const headers = { "Content-Type": "application/json" }
    return typeof fieldsOf(await ask("/api/config", { method: "POST", headers }))["needCode"] === "boolean"
  } catch {
    return false
  }
}
