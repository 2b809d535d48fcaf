import type { Message } from "#core/conversation/message.ts"
import { texts } from "../../../platform/texts.ts"
import { displayNameOf } from "../../../state/model-facts.ts"

/** Who made an answer: the model that was asked; where another was called, that one, and the asked one after it. */
export function speakerOf({ model, redirected }: Message): string {
  const { chat, models } = texts()
  if (redirected) return models.askedFor(displayNameOf(redirected.called), redirected.asked)
  return model || chat.model
}
