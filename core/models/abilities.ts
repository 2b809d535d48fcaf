import { type ChatRequest, reasoningEfforts, type ReasoningEffort } from "../gateway/chat-request.ts"
import type { ModelAbilities } from "../gateway/model-abilities.ts"
import {
  canCallTools,
  canSeeImages,
  isGpt5,
  isImageModel,
  isReasoningModel,
  takesCompletionCap,
  thinksFirst,
} from "./capabilities.ts"
import { contextTokens } from "./context-tokens.ts"
import { knowledgeCutoff } from "./knowledge-cutoff.ts"
import type { ModelRow } from "./model-row.ts"
import { outputCap } from "./output-cap.ts"
import { isClaude, samplingByName } from "./sampling-by-name.ts"

/** Derives a model's abilities from its catalogue row, and from its name where the row is silent or missing. */
export function abilitiesOf(id: string, row?: ModelRow): ModelAbilities {
  const guessed = abilitiesByName(id)
  if (row === undefined) return guessed
  const { takes = {} } = row
  return {
    seesImages: row.sees?.includes("image") ?? guessed.seesImages,
    makesImages: row.kind === "image",
    window: row.window ?? guessed.window,
    inputMost: row.inputMost ?? row.window ?? guessed.inputMost,
    outputMost: row.outputMost === undefined ? guessed.outputMost : Math.min(row.outputMost, mostOutput),
    knows: row.knows?.slice(0, 7) ?? guessed.knows,
    thinks: row.thinks ?? (row.efforts === undefined ? guessed.thinks : row.efforts.length > 0),
    efforts: row.efforts ?? guessed.efforts,
    sampling: takes.sampling ?? guessed.sampling,
    verbosity: takes.verbosity ?? guessed.verbosity,
    tools: takes.tools ?? guessed.tools,
    forcedTool: takes.forcedTool ?? guessed.forcedTool,
    structured: takes.structured ?? guessed.structured,
    capField: row.capField ?? guessed.capField,
    foldsInstructions: guessed.foldsInstructions,
    refuses: [],
  }
}

/** The abilities of a request's model: those given with the request, else those derived from its name. */
export function abilitiesFor({ abilities, config }: Pick<ChatRequest, "abilities" | "config">): ModelAbilities {
  return abilities ?? abilitiesOf(config.model)
}

/** The longest answer that is ever requested, in tokens. */
const mostOutput = 100_000

function abilitiesByName(id: string): ModelAbilities {
  const isO = isReasoningModel(id)
  const window = contextTokens(id)
  return {
    seesImages: canSeeImages(id),
    makesImages: isImageModel(id),
    window,
    inputMost: window,
    outputMost: outputCap(id),
    knows: knowledgeCutoff(id),
    thinks: thinksFirst(id),
    efforts: effortsByName(id),
    sampling: samplingByName(id),
    verbosity: isGpt5(id),
    tools: canCallTools(id) ? "always" : "never",
    forcedTool: true,
    structured: !isClaude(id),
    capField: takesCompletionCap(id) ? "max_completion_tokens" : "max_tokens",
    foldsInstructions: isO,
    refuses: [],
  }
}

/** The first gpt-5 accepts `minimal`; its successors answer 400 to it, and all of them accept these three. */
function effortsByName(id: string): readonly ReasoningEffort[] {
  if (!isGpt5(id)) return []
  return /^gpt-5(-mini|-nano)?(-20\d\d.*)?$/.test(id) ? ["minimal", "low", "medium", "high"] : ["low", "medium", "high"]
}

/**
 * The effort to send to a model: the requested one, else the greatest accepted one below it (`minimal` becomes `none`,
 * `max` becomes `xhigh`), else the least. Undefined where the model accepts none.
 */
export function nearestEffort(
  wished: ReasoningEffort,
  { efforts }: Pick<ModelAbilities, "efforts">,
): ReasoningEffort | undefined {
  const most = reasoningEfforts.indexOf(wished)
  return inOrder(efforts).findLast((effort) => reasoningEfforts.indexOf(effort) <= most) ?? leastEffort({ efforts })
}

/** The least effort that a model accepts, used for titles and summaries; undefined where it accepts none. */
export function leastEffort({ efforts }: Pick<ModelAbilities, "efforts">): ReasoningEffort | undefined {
  return inOrder(efforts)[0]
}

function inOrder(efforts: readonly ReasoningEffort[]): readonly ReasoningEffort[] {
  return reasoningEfforts.filter((effort) => efforts.includes(effort))
}

/** Whether the model accepts sampling settings at an effort. */
export function acceptsSampling({ sampling }: Pick<ModelAbilities, "sampling">, effort: string | undefined): boolean {
  return sampling === "always" || sampling === "one" || (sampling === "effort-none" && effort === "none")
}

/** Whether chat completions accept function tools for this model at an effort. */
export function acceptsToolsInChat({ tools }: Pick<ModelAbilities, "tools">, effort: string | undefined): boolean {
  return tools === "always" || (tools === "effort-none" && effort === "none")
}
