import { imagesOf } from "#core/gateway/content.ts"
import { outputFloorTokens, reasoningOutputFloorTokens } from "#core/gateway/limits.ts"
import { mostPrice } from "#core/ledger/price.ts"
import { promptBound, type PromptSize } from "#core/ledger/prompt-bound.ts"
import type { AffordableModel } from "#core/gateway/failure.ts"
import type { MicroReais } from "#core/lib/micro-reais.ts"
import type { NativeCall } from "#core/providers/client-api.ts"
import { providerNames } from "#core/providers/registry.ts"
import type { ModelCatalogue, OfferedModel } from "../models/model-catalogue.ts"

/**
 * The dearest model of a tier that so much money pays an answer of, to the same messages; undefined where none is cheap enough,
 * or nothing but the asked one makes such things. In micro-reais.
 */
export function affordableModel(
  catalogue: Pick<ModelCatalogue, "forTier">,
  tier: "premium" | "free",
  { messages, pieces }: Pick<NativeCall, "messages" | "pieces">,
  prompt: PromptSize,
): (available: MicroReais) => AffordableModel | undefined {
  const hasImages = messages.some(({ content }) => imagesOf(content).length > 0)
  const leastOf = (model: OfferedModel) =>
    mostPrice(
      promptBound(prompt, model).most,
      model.abilities.thinks ? reasoningOutputFloorTokens : outputFloorTokens,
      model.price,
    )
  const answers = (model: OfferedModel) =>
    (model.row?.kind ?? "chat") === "chat" &&
    !model.abilities.makesImages &&
    (!hasImages || model.abilities.seesImages) &&
    promptBound(prompt, model).likely <= model.abilities.inputMost
  return (available) => {
    if (pieces !== undefined) return undefined
    const fitting = catalogue.forTier(tier).filter((model) => answers(model) && leastOf(model) <= available)
    const best = fitting.toSorted((a, b) => leastOf(b) - leastOf(a))[0]
    if (best === undefined) return undefined
    const { name, displayName, provider } = best
    return { model: name, provider: providerNames[provider], displayName, needed: leastOf(best) }
  }
}
