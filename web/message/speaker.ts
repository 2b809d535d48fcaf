import type { Message } from "#core/conversation/message.ts"
import { texts } from "../platform/language/texts.ts"
import { displayNameOf } from "../state/model-facts.ts"

/** The author of an answer: the requested model; where another was called, that one followed by the requested one. */
export function speakerOf({ model, redirected }: Message): string {
  const { chat, models } = texts()
  if (redirected) return models.askedFor(displayNameOf(redirected.called), redirected.asked)
  return model ? displayNameOf(model) : chat.model
}
