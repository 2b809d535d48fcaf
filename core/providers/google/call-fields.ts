import {
  anyObject,
  anything,
  capTokens,
  flag,
  integer,
  list,
  number,
  object,
  oneOf,
  optional,
  type Read,
  text,
  textLike,
} from "../call-body.ts"
import { type JsonObject, objectOf } from "../../lib/fields.ts"

/**
 * The body of a generate call, as far as this gateway lets it through, its fields in camel case (`inCamelCase`). What is
 * not listed is refused: sounds, films and pages to read cost what nobody can tell beforehand, files and caches belong to
 * whoever has the key, other modalities have other prices.
 */
const imageType = textLike(/^image\/[a-z0-9.+-]+$/i, "must be an image type")
/** An address anybody can read; not Google's own, behind which are the key's files, nor a film. */
const imageAddress = textLike(
  /^https?:\/\/(?![^/]*(?:googleapis\.com|youtube\.com|youtu\.be)(?:[:/]|$))/i,
  "must be the http(s) URL of an image",
)
const part = object(
  {
    text: optional(text()),
    thought: optional(flag),
    thoughtSignature: optional(text()),
    inlineData: optional(object({ mimeType: imageType, data: text() }, "drop")),
    fileData: optional(object({ mimeType: imageType, fileUri: imageAddress }, "drop")),
    functionCall: optional(
      object({ id: optional(text({ most: 256 })), name: text({ most: 256 }), args: optional(anyObject) }, "drop"),
    ),
    functionResponse: optional(
      object({ id: optional(text({ most: 256 })), name: text({ most: 256 }), response: optional(anyObject) }, "drop"),
    ),
  },
  "refuse",
)
const parts = list(part)
const content = object({ role: optional(oneOf("user", "model", "function")), parts: optional(parts) }, "drop")

const functions = object(
  {
    name: textLike(/^[\w.:-]{1,128}$/, "must be 1 to 128 letters, digits, _, ., : or -"),
    description: optional(text()),
    parameters: optional(anyObject),
    parametersJsonSchema: optional(anything),
    response: optional(anyObject),
    responseJsonSchema: optional(anything),
    behavior: optional(text({ most: 32 })),
  },
  "refuse",
)
const tool = object(
  {
    functionDeclarations: optional(list(functions, { most: 512 })),
    googleSearch: optional(anyObject),
  },
  "refuse",
)
const thinking = object(
  {
    includeThoughts: optional(flag),
    thinkingBudget: optional(integer(-1, 2 ** 31 - 1)),
    thinkingLevel: optional(text({ most: 32 })),
  },
  "refuse",
)
const config = object(
  {
    temperature: optional(number(0, 2)),
    topP: optional(number(0, 1)),
    topK: optional(number(0, 100_000)),
    maxOutputTokens: optional(capTokens),
    stopSequences: optional(list(text(), { most: 16 })),
    candidateCount: optional(oneOf(1)),
    presencePenalty: optional(number(-2, 2)),
    frequencyPenalty: optional(number(-2, 2)),
    seed: optional(integer()),
    responseMimeType: optional(oneOf("text/plain", "application/json", "text/x.enum")),
    responseSchema: optional(anyObject),
    responseJsonSchema: optional(anything),
    responseModalities: optional(list(oneOf("TEXT"), { most: 1 })),
    responseLogprobs: optional(flag),
    logprobs: optional(integer(0, 20)),
    thinkingConfig: optional(thinking),
  },
  "refuse",
)

export const generateBody = object(
  {
    contents: list(content, { least: 1 }),
    systemInstruction: optional(object({ role: optional(text()), parts }, "drop")),
    generationConfig: optional(config),
    safetySettings: optional(
      list(object({ category: text({ most: 64 }), threshold: text({ most: 64 }) }, "drop"), { most: 16 }),
    ),
    tools: optional(list(tool, { most: 16 })),
    toolConfig: optional(object({ functionCallingConfig: optional(anyObject) }, "refuse")),
  },
  "refuse",
)

export type Part = Read<typeof part>

/** Google takes its fields in both spellings; within these, names are the caller's own. */
const callersOwn = new Set([
  "args",
  "response",
  "parameters",
  "responseSchema",
  "parametersJsonSchema",
  "responseJsonSchema",
])

/** Deeper than any field of Google's own. */
const deepest = 16

export function inCamelCase(json: unknown, depth = 0): unknown {
  if (depth > deepest) return json
  if (Array.isArray(json)) return json.map((item) => inCamelCase(item, depth + 1))
  const object: JsonObject | undefined = objectOf(json)
  if (!object) return json
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => {
      const camel = name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
      return [camel, callersOwn.has(camel) ? value : inCamelCase(value, depth + 1)]
    }),
  )
}
