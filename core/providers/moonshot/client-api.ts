import { object, oneOf, optional } from "../call-body.ts"
import { chatFields } from "../openai/call-fields.ts"
import { cappedBody, likeOpenAi } from "../openai/openai-compatible-api.ts"

/** Kimi's chat as its clients call it. Its built-in functions (`$web_search`) are no function tools and are refused. */
export const moonshotClientApi = likeOpenAi({
  path: "/v1/chat/completions",
  body: object({ ...chatFields, thinking: optional(object({ type: oneOf("enabled", "disabled") }, "drop")) }, "refuse"),
  alwaysTellsUsage: false,
  write: cappedBody,
})
