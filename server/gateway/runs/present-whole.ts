import { jsonTextReply, noStore, type Reply } from "../../http/reply.ts"
import { endingOf } from "./media-type.ts"
import { metaOf } from "./closing-frames.ts"
import type { Outcome } from "./outcome.ts"
import type { WholeReply } from "./whole-reply.ts"

/**
 * A whole reply as it is sent. Opened by itself, a provider's file is a file in a box: no script, no frame, nothing fetched.
 * What it cost stands in a header, where JSON has `_meta`.
 */
export function presentWhole(reply: WholeReply, outcome: Outcome | undefined): Reply {
  if (reply.kind === "json") return jsonTextReply(reply.bytes)
  const meta = outcome && metaOf(outcome)
  return {
    status: 200,
    headers: {
      ...noStore,
      ...(meta && { "x-run-meta": asciiJson(meta) }),
      "content-type": reply.type,
      "content-disposition": `attachment; filename="resposta.${endingOf(reply.type)}"`,
      "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
      "x-content-type-options": "nosniff",
    },
    body: reply.bytes,
  }
}

/** JSON that a header may hold: the name of a model that was asked for is anybody's words. */
function asciiJson(value: object): string {
  return JSON.stringify(value).replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
}
