import { jsonTextReply, noStore, type Reply } from "../../http/reply.ts"
import { endingOf } from "./media-type.ts"
import type { WholeReply } from "./whole-reply.ts"

/** A whole reply as it is sent. Opened by itself, a provider's file is a file in a box: no script, no frame, nothing fetched. */
export function presentWhole(reply: WholeReply): Reply {
  if (reply.kind === "json") return jsonTextReply(reply.bytes)
  return {
    status: 200,
    headers: {
      ...noStore,
      "content-type": reply.type,
      "content-disposition": `attachment; filename="resposta.${endingOf(reply.type)}"`,
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
    },
    body: reply.bytes,
  }
}
