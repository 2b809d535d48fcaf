import type { ModelAbilities } from "../gateway/model-abilities.ts"

/** Without one of these it would be another question, another answer or another price. */
const kept = new Set([
  "model",
  "messages",
  "input",
  "contents",
  "system",
  "systemInstruction",
  "instructions",
  "tools",
  "stream",
  "response_format",
  "generationConfig",
  "max_tokens",
  "max_completion_tokens",
  "max_output_tokens",
])

/** A body without the fields the model was seen to refuse. */
export function withoutRefused<Body extends object>(body: Body, { refuses }: Pick<ModelAbilities, "refuses">): Body {
  const refused = refuses.filter((name) => !kept.has(name) && Object.hasOwn(body, name))
  if (refused.length === 0) return body
  return Object.fromEntries(Object.entries(body).filter(([name]) => !refused.includes(name))) as Body
}
