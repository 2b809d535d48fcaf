import type { DrawingParams } from "#core/imagegen/drawing.ts"
import { stabilityTakes, takesForm } from "#core/imagegen/drawing-request.ts"
import { imageDefaults, imageQualities, imageStyles } from "#core/imagegen/image-choices.ts"
import { outputFormats, stylePresets } from "#core/providers/stability/generate-request.ts"
import type { DrawingDraft } from "./drawing-draft.ts"
import { pricedSizes, type ModelChoice } from "./model-choices.ts"

/** The version of the model that is drawn with: the one that was chosen, where the model has it. */
export function versionOf(choice: ModelChoice | undefined, { version }: DrawingDraft): string | undefined {
  if (choice === undefined || choice.versions.length === 0) return undefined
  return choice.versions.find((one) => one.version === version)?.version ?? choice.versions[0]?.version
}

/** The format of the file: the one that was chosen, where the model makes it. */
export function formatOf({ outputFormat }: DrawingDraft, takesWebp: boolean): (typeof outputFormats)[number] {
  const known = outputFormats.find((one) => one === outputFormat) ?? "png"
  return known === "webp" && !takesWebp ? "png" : known
}

/** What is sent of the form: only what the model takes. */
export function paramsOf(
  choice: ModelChoice,
  version: string | undefined,
  draft: DrawingDraft,
  defaults: { readonly size: string; readonly quality: string; readonly style: string },
): DrawingParams {
  const prompt = draft.prompt.trim()
  if (!takesForm(choice.provider)) {
    const { sizes, qualitiesOf } = pricedSizes(choice)
    const size = firstOf([draft.size, defaults.size, imageDefaults.size], sizes)
    const quality = firstOf([draft.quality, defaults.quality, imageDefaults.quality], qualitiesOf(size))
    const style = imageStyles.find((one) => one === draft.style || one === defaults.style) ?? imageDefaults.style
    return { prompt, size, quality, style }
  }
  const takes = stabilityTakes(choice.model, version)
  const seed = draft.seed === "" ? undefined : Math.min(Number(draft.seed), 4_294_967_294)
  return {
    prompt,
    aspectRatio: draft.aspectRatio,
    outputFormat: formatOf(draft, takes.webp),
    ...(takes.negativePrompt && draft.negativePrompt.trim() !== "" && { negativePrompt: draft.negativePrompt.trim() }),
    ...(takes.style && stylePresets.some((one) => one === draft.style) && { style: draft.style }),
    ...(seed !== undefined && seed > 0 && { seed }),
  }
}

/** The first wish that is offered, else the first offer. */
function firstOf(wishes: readonly string[], offered: readonly string[]): string {
  return wishes.find((wish) => offered.includes(wish)) ?? offered[0] ?? wishes.at(-1) ?? imageQualities[0]
}
