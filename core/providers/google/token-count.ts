import { anyObject, list, object, optional, readBody } from "../call-body.ts"
import type { TokenCount } from "../provider-gateway.ts"
import { inCamelCase } from "./call-fields.ts"

const body = object(
  {
    contents: optional(list(anyObject, { least: 1 })),
    systemInstruction: optional(anyObject),
    tools: optional(list(anyObject)),
    generationConfig: optional(anyObject),
  },
  "refuse",
)

/** Gemini's count of the tokens of a prompt. */
export const tokenCount: TokenCount = {
  under: ["/v1/models", "/v1beta/models"],
  verb: "countTokens",
  read: (json) => readBody(inCamelCase(json), body),
}
