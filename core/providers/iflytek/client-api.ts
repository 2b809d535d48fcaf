import { abilitiesDecided } from "../client-api.ts"
import { flag, integer, object, optional } from "../call-body.ts"
import { chatFields } from "../openai/call-fields.ts"
import { cappedBody, likeOpenAi } from "../openai/openai-compatible-api.ts"

/** Spark's chat as its clients call it. Its usage comes with the last chunk, asked for or not. */
export const iflytekClientApi = likeOpenAi({
  path: "/v1/chat/completions",
  body: object({ ...chatFields, top_k: optional(integer(1, 6)), tool_calls_switch: optional(flag) }, "refuse"),
  alwaysTellsUsage: true,
  write(call, decided) {
    const { stream_options: _, max_completion_tokens: _newer, ...body } = cappedBody(call, decided)
    return { ...body, max_tokens: Math.min(decided.cap, abilitiesDecided(decided).outputMost) }
  },
})
