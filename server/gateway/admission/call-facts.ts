import type { AuxiliaryKind } from "#core/conversation/auxiliary-kind.ts"
import { imagesOf } from "#core/gateway/content.ts"
import { promptBound, type PromptSize } from "#core/ledger/prompt-bound.ts"
import type { NativeCall } from "#core/providers/client-api.ts"
import type { PromptFacts } from "../models/choose-model.ts"

/** The size and the purpose of a call, as they are found before its model is. */
export interface CallFacts {
  readonly prompt: PromptSize
  /** Whether the call is for a title or a summary; undefined for a message. */
  readonly auxiliary: AuxiliaryKind | undefined
}

/** The properties of a prompt by which its model is chosen. */
export function promptFacts({ model, messages }: NativeCall, { prompt, auxiliary }: CallFacts): PromptFacts {
  const hasImages = messages.some(({ content }) => imagesOf(content).length > 0)
  // Whom it is put to is not known yet; models count pictures in their own ways, each by its name.
  const { likely } = promptBound(prompt, { name: model, tokensPerText: 1 })
  return { promptTokens: likely, hasImages, isAuxiliary: auxiliary !== undefined }
}
