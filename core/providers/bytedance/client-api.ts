import { object, oneOf, optional } from "../call-body.ts"
import { chatFields } from "../openai/call-fields.ts"
import { cappedBody, likeOpenAi } from "../openai/openai-compatible-api.ts"

/** Ark's chat as its clients call it. Its tiers of service are not on the list: they have other prices. */
export const byteDanceClientApi = likeOpenAi({
  path: "/api/v3/chat/completions",
  body: object(
    {
      ...chatFields,
      thinking: optional(object({ type: oneOf("enabled", "disabled", "auto") }, "drop")),
    },
    "refuse",
  ),
  alwaysTellsUsage: false,
  write: cappedBody,
})
