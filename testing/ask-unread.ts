import { type IncomingMessage, request } from "node:http"
import { hello, pagePath } from "./gateway.ts"

/** An answer of which nothing but its head was read. */
export interface Unread {
  readonly runId: string
  readonly reply: IncomingMessage
}

/**
 * Asks the page's prefix on a connection of its own and reads nothing of the answer: those that have carried much before take
 * megabytes that nobody reads.
 */
export function askUnread(url: string, headers: Readonly<Record<string, string>>, body: object = {}): Promise<Unread> {
  return new Promise((resolve, reject) => {
    const asked = request(
      url + pagePath,
      {
        method: "POST",
        agent: false,
        headers: { "content-type": "application/json", "accept-language": "pt-BR", ...headers },
      },
      (reply) => {
        if (reply.statusCode === 200) resolve({ runId: String(reply.headers["x-run-id"]), reply })
        else reject(new Error(`answered ${reply.statusCode}`))
      },
    )
    asked.once("error", reject)
    asked.end(JSON.stringify({ ...hello, ...body }))
  })
}

/** All that comes of a reply from here on, and whether it was whole. */
export async function readOn(reply: IncomingMessage): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const pieces: Buffer[] = []
  try {
    for await (const piece of reply) pieces.push(piece as Buffer)
  } catch {
    // It says so itself.
  }
  return { text: Buffer.concat(pieces).toString(), isWhole: reply.complete }
}
