import type { ToolCall } from "../../gateway/chat-request.ts"
import { type JsonObject, objectOf, textOf } from "../../lib/fields.ts"

/** Where a call's signature stands in OpenAI's shape: as in Google's own interface of that shape. */
export interface WireSignature {
  readonly extra_content?: { readonly google: { readonly thought_signature: string } }
}

export function signatureField({ signature }: ToolCall): WireSignature {
  return signature === undefined ? {} : { extra_content: { google: { thought_signature: signature } } }
}

export function signatureIn(call: JsonObject): Pick<ToolCall, "signature"> {
  const signature = textOf(objectOf(objectOf(call["extra_content"])?.["google"])?.["thought_signature"])
  return signature === undefined ? {} : { signature }
}
