import type { Failure } from "../../gateway/failure.ts"
import type { Adapter, Credentials } from "../adapter.ts"
import { type ChatStream, decodeEnd, decodeEvent, startStream, unfinished } from "../openai/decode-event.ts"
import { decodeReply } from "../openai/decode-reply.ts"
import { decodeFailure } from "../openai/decode-failure.ts"
import { encodeChat } from "./encode-request.ts"

/** OpenAI's models at Microsoft: the same chat under an address of the operator's, by the name of a deployment. */
export const azureAdapter: Adapter<ChatStream> = {
  provider: "Azure",
  encodeChat,
  incomplete,
  start: startStream,
  decodeEvent,
  decodeEnd,
  unfinished,
  decodeReply,
  decodeFailure,
}

/**
 * The refusal of an incomplete configuration, before any request. A missing version becomes the default one; an emptied
 * version counts as missing.
 */
function incomplete({ baseUrl, apiKey, apiVersion }: Credentials): Failure | undefined {
  if (baseUrl?.trim() && apiKey?.trim() && apiVersion?.trim() !== "") return undefined
  return { kind: "invalid-request", message: "incomplete azure config, please check it in your settings page" }
}
