import type { ChatMessage } from "../../gateway/chat-request.ts"
import type { ContentPart } from "../../gateway/content.ts"
import { inputTokens, totalTokens, type Usage } from "../../gateway/usage.ts"
import { err, ok } from "../../lib/result.ts"
import type { SseEvent } from "../adapter.ts"
import {
  abilitiesDecided,
  type ClientApi,
  type Decided,
  type FramePlace,
  type NativeCall,
  type NativeRequest,
  type SaidFailure,
  withFields,
} from "../client-api.ts"
import { closingEvents } from "../stream-end.ts"
import { readBody } from "../call-body.ts"
import { type JsonObject, jsonOf, objectOf, objectsOf, parseJson, textOf } from "../../lib/fields.ts"
import { generateBody, inCamelCase, type Part } from "./call-fields.ts"
import { pathOf } from "./encode-request.ts"
import { fitBody } from "./fit-body.ts"

/** Gemini's generate calls as Google's SDK makes them: the path names version, model and method. */
export const googleClientApi: ClientApi = {
  isCall: (path) => methodOf(path) !== undefined,
  read(target, json) {
    const method = methodOf(target.path)
    if (!method) return err({ kind: "refused", reason: "no-such-route" })
    if (method.stream && target.query["alt"] !== "sse") {
      return err({ kind: "invalid-request", message: "alt: streams are told as events, with alt=sse", param: "alt" })
    }
    const read = readBody(inCamelCase(json), generateBody)
    if (!read.ok) return read
    const { contents, generationConfig, ...settings } = read.value
    const { maxOutputTokens: cap, ...config } = generationConfig ?? {}
    const searches = (settings.tools ?? []).some(({ googleSearch }) => googleSearch !== undefined)
    return ok({
      target,
      model: method.model,
      messages: contents.map(({ role = "user", parts = [] }): ChatMessage => ({
        role: role === "model" ? "assistant" : "user",
        content: parts.map(spokenOf),
      })),
      counted: jsonOf({ ...settings, config }),
      ...(cap !== undefined && { cap }),
      stream: method.stream,
      asksUsage: true,
      // Gemini has no option to limit its searches.
      ...(searches && { searchMost: 1 }),
      body: { ...settings, contents, generationConfig: config },
    })
  },
  write: writeCall,
  place: placeOf,
  closing: (kept, ending) =>
    closingEvents(kept, ending, {
      echo,
      cutting,
      failing: (said) => ({ data: jsonOf(withFields(failureBody(said), said)) }),
    }),
  failureBody,
}

function methodOf(
  path: string,
): { readonly version: string; readonly model: string; readonly stream: boolean } | undefined {
  const [, version, name, method] =
    /^\/(v1|v1beta)\/models\/([^/:]+):(generateContent|streamGenerateContent)$/.exec(path) ?? []
  const model = name === undefined ? undefined : decoded(name)
  if (version === undefined || !model) return undefined
  return { version, model, stream: method === "streamGenerateContent" }
}

function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name)
  } catch {
    return undefined
  }
}

function spokenOf(part: Part): ContentPart {
  const { text, inlineData, fileData, ...rest } = part
  if (inlineData) return image(`data:${inlineData.mimeType};base64,${inlineData.data}`)
  if (fileData) return image(fileData.fileUri)
  return { type: "text", text: Object.keys(rest).length === 0 ? (text ?? "") : `${text ?? ""}${jsonOf(rest)}` }
}

function image(url: string): ContentPart {
  return { type: "image_url", image_url: { url } }
}

function writeCall({ target, body, stream }: NativeCall, decided: Decided): NativeRequest {
  const { model, cap, searchMost = 0, fits = false } = decided
  const { tools, generationConfig, ...rest } = fits ? fitBody(body, abilitiesDecided(decided)) : body
  const offered = objectsOf(tools).flatMap(({ googleSearch, ...tool }) => {
    const kept = { ...tool, ...(googleSearch !== undefined && searchMost > 0 && { googleSearch }) }
    return Object.keys(kept).length === 0 ? [] : [kept]
  })
  return {
    path: pathOf(model, stream, methodOf(target.path)?.version),
    body: {
      ...rest,
      generationConfig: { ...objectOf(generationConfig), maxOutputTokens: cap },
      ...(offered.length > 0 && { tools: offered }),
    },
  }
}

/** The piece with the finish reason waits for the settle. */
function placeOf({ data }: SseEvent): FramePlace {
  return finishOf(objectOf(parseJson(data))) === undefined ? "pass" : "keep"
}

function finishOf(said: JsonObject | undefined): string | undefined {
  return textOf(objectsOf(said?.["candidates"])[0]?.["finishReason"])
}

/** A piece with the last one's usage and reason and no text of its own: Google's SDK takes a piece without a candidate for a fault. */
function echo(last: JsonObject | undefined): JsonObject {
  const finishReason = finishOf(last) ?? "STOP"
  const { usageMetadata, modelVersion, responseId } = last ?? {}
  return {
    candidates: [{ content: { parts: [{ text: "" }], role: "model" }, finishReason, index: 0 }],
    ...(usageMetadata !== undefined && { usageMetadata }),
    ...(modelVersion !== undefined && { modelVersion }),
    ...(responseId !== undefined && { responseId }),
  }
}

function cutting(last: JsonObject | undefined, usage: Usage): JsonObject {
  const usageMetadata = {
    promptTokenCount: inputTokens(usage),
    cachedContentTokenCount: usage.inputCached,
    candidatesTokenCount: usage.output - usage.reasoning,
    thoughtsTokenCount: usage.reasoning,
    totalTokenCount: totalTokens(usage),
  }
  return echo({ ...last, candidates: [{ finishReason: "MAX_TOKENS" }], usageMetadata })
}

/** `{error: {code, message, status}}`, where `code` is the HTTP status; our stable name stands beside. */
function failureBody({ status, message, code }: SaidFailure): JsonObject {
  return {
    error: { code: status, message, status: words[status] ?? (status < 500 ? "INVALID_ARGUMENT" : "UNAVAILABLE") },
    code,
  }
}

const words: Readonly<Record<number, string>> = {
  401: "UNAUTHENTICATED",
  402: "FAILED_PRECONDITION",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  504: "DEADLINE_EXCEEDED",
}
