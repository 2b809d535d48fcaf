import type { ChatEvent } from "#core/gateway/chat-event.ts"
import type { Failure } from "#core/gateway/failure.ts"
import { cutWords } from "#core/gateway/provider-words.ts"
import type { Adapter } from "#core/providers/adapter.ts"
import { type JsonObject, objectOf, parseJson } from "#core/lib/fields.ts"
import { readText } from "../../outbound/bounded-reads.ts"
import type { UpstreamReply } from "../../outbound/upstream.ts"
import type { CallApi } from "../apis/call-api.ts"
import type { Meter } from "../billing/meter.ts"
import { keyRefused, keyStatusOf, pictureUnfetched, refusesKey, withoutBill } from "../providers/provider-failure.ts"
import { readPicture, seenAsPictures, withBarePictures } from "./picture.ts"

/** The most bytes that are read of a whole reply, and of an error page: no chat's reply is larger, and no failure needs more to be understood. */
const longestReply = 32 * 1024 * 1024
const longestFailure = 64 * 1024

/** The events of a whole reply, and its JSON where the client speaks the same API. */
interface Said {
  readonly text?: string
  readonly events: readonly ChatEvent[]
}

/** A whole reply, where it was one, and the failure that it is or tells of. */
export interface ReadReply {
  readonly said?: Said
  readonly failure?: Failure
}

/** The failure that events tell of first. */
export function failureIn(events: readonly ChatEvent[]): { readonly failure?: Failure } {
  for (const event of events) if (event.type === "failure") return { failure: event.failure }
  return {}
}

/**
 * Reads a provider's whole reply and meters it. `onBytes` hears of each piece; `fetchPictures` takes the pictures of a reply from
 * their addresses, for who asked for their bytes.
 */
export async function readReply(
  reply: UpstreamReply,
  { adapter, clientApi, translated }: CallApi,
  meter: Meter,
  onBytes: (bytes: number) => void,
  fetchPictures?: (reply: JsonObject) => Promise<JsonObject | undefined>,
): Promise<ReadReply> {
  const contentType = cutWords(String(reply.headers["content-type"] ?? "")).toLowerCase()
  const isPicture = contentType.startsWith("image/") || contentType.startsWith("application/octet-stream")
  const came = isPicture ? await readPicture(reply, onBytes) : await readText(reply.body, longestReply, onBytes)
  const told = replyIn(parseJson(came))
  const drawn = clientApi.isMedia === true ? objectOf(told) : undefined
  const bared = drawn && withBarePictures(drawn)
  const whole = bared && fetchPictures ? await fetchPictures(bared) : bared
  if (bared !== undefined && whole === undefined) {
    meter.answeredBy(modelIn(bared))
    return { failure: pictureUnfetched }
  }
  const json = whole ?? told
  const said = json === told ? came : JSON.stringify(json)
  const isPlain = clientApi.takesPlainText === true && contentType.startsWith("text/plain") && said.trim() !== ""
  if (json === undefined && !isPlain) {
    return { failure: { kind: "not-json", status: reply.status, contentType, head: said.slice(0, 200) } }
  }
  meter.answeredBy(modelIn(json))
  const decoded = json === undefined ? plainEvents(said) : adapter.decodeReply(json)
  const events = clientApi.isMedia === true ? seenAsPictures(decoded) : decoded
  meter.events(events)
  return {
    said: { events, ...(json === undefined || translated ? {} : { text: said }) },
    ...failureIn(events),
  }
}

/** A reply is an object; Google's stream, where nobody asked for it as events, is a list of them. */
function replyIn(json: unknown): object | undefined {
  return objectOf(json) ?? (Array.isArray(json) && json.some(objectOf) ? json : undefined)
}

/** A plain text is the whole answer. */
function plainEvents(text: string): readonly ChatEvent[] {
  return [
    { type: "text-delta", text },
    { type: "finish", reason: "stop" },
  ]
}

/** Reads a refusal of the provider: what it is about, and the status it comes to. */
export async function readFailure(
  reply: UpstreamReply,
  adapter: Adapter<unknown>,
  ownKey: boolean,
): Promise<{ readonly status: number; readonly failure: Failure }> {
  const failure = adapter.decodeFailure(reply.status, await readText(reply.body, longestFailure))
  const status = keyStatusOf(failure) ?? (failure.kind === "upstream" ? failure.status : reply.status)
  if (refusesKey(status)) return { status, failure: keyRefused(status, failure, ownKey) }
  return { status, failure: ownKey ? failure : withoutBill(failure) }
}

/** The model that a reply or an event says it is of: OpenAI and its kind, Google, the responses API, Anthropic. */
export function modelIn(json: unknown): string | undefined {
  const said = objectOf(Array.isArray(json) ? json[0] : json)
  const inside = objectOf(said?.["response"]) ?? objectOf(said?.["message"])
  const name = said?.["model"] ?? said?.["modelVersion"] ?? inside?.["model"]
  return typeof name === "string" && name !== "" && name.length <= 128 ? name.replace(/^models\//, "") : undefined
}
