import type { FreeToday } from "../access/free-quota.ts"
import { compressed, jsonReply, type Reply } from "../http/reply.ts"

/** The reply to `POST /api/config`, with what is left of the caller's day, if there is one. */
export type ConfigReply = (free: FreeToday | undefined, gzip: boolean) => Reply

/** How many compressed replies are kept: one for each number of messages that can be left. */
const mostKept = 64

/** The configuration is long and the same for all: it is written once, and compressed once for each number of messages left. */
export function configReply(config: object): ConfigReply {
  const whole = jsonReply({})
  const rest = JSON.stringify(config).slice(1)
  const kept = new Map<string, Reply>()

  return (free, gzip) => {
    const own = free === undefined ? "" : `"free":${JSON.stringify(free)},`
    const body = `{${own}${rest}`
    if (!gzip) return { ...whole, body }
    const known = kept.get(own) ?? compressed({ ...whole, body })
    if (kept.size >= mostKept && !kept.has(own)) kept.clear()
    kept.set(own, known)
    return known
  }
}
