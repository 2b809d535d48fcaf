import type { AbilityPatch } from "./ability-patch.ts"
import { type ReasoningEffort, reasoningEfforts } from "./chat-request.ts"
import type { Failure } from "./failure.ts"
import type { CapField, ModelAbilities } from "./model-abilities.ts"
import { cutWords } from "./provider-words.ts"

/**
 * The API of the refused call. OpenAI's two APIs are distinguished because some models accept tools in only one of
 * them.
 */
export type HealedApi = "chat" | "responses" | "other"

/**
 * Derives a correction of the model's abilities from a refused call, so that the same call can be made again and
 * accepted. Undefined where nothing can be learned, or where the correction was known already and did not help.
 * Messages, tools, the answer's format and the cap itself are never dropped: they change the answer or the money.
 */
export function healingOf(failure: Failure, abilities: ModelAbilities, api: HealedApi): AbilityPatch | undefined {
  if (failure.kind !== "upstream" || (failure.status !== 400 && failure.status !== 422)) return undefined
  const told: Told = {
    message: cutWords(failure.message),
    code: failure.code ?? "",
    param: failure.param?.slice(0, 100),
  }
  // OpenAI names the effort in the error although it refuses the tools beside it.
  if (refusesToolsInChat(told)) return api === "chat" ? toolsElsewhere(abilities) : undefined
  if (!refuses(told)) return undefined
  const field = fieldIn(told)
  return field === undefined ? undefined : patchFor(field, told, abilities)
}

interface Told {
  readonly message: string
  readonly code: string
  readonly param: string | undefined
}

function refusesToolsInChat({ message }: Told): boolean {
  return /\btools\b/i.test(message) && message.includes("/v1/responses")
}

function toolsElsewhere({ tools }: ModelAbilities): AbilityPatch | undefined {
  return tools === "always" || tools === "effort-none" ? { tools: "responses" } : undefined
}

const refusingCodes = new Set(["unsupported_value", "unsupported_parameter", "unknown_parameter"])

const refusingWords = [
  /\b(?:un|not )(?:supported|recogni[sz]ed|known|permitted|allowed|available)\b/i,
  /\bunknown (?:name|parameter|field|argument)\b/i,
  /\bdoes(?: not|n't) support\b/i,
  /\b(?:is|are) deprecated\b/i,
  /\bcannot both\b/i,
  /\bmay not be\b/i,
  /\bonly .{1,80} (?:is|are) (?:allowed|supported)\b/i,
  /\bmust be one of\b/i,
]

/** Whether a field is refused as such, or a value that the model never takes. A number out of its range is the caller's. */
function refuses({ message, code }: Told): boolean {
  return refusingCodes.has(code) || refusingWords.some((words) => words.test(message))
}

/** The fields that we set or adapt, by every name a provider may use for them. */
const fields: Readonly<Record<string, Field>> = {
  temperature: "sampling",
  top_p: "sampling",
  topp: "sampling",
  presence_penalty: "sampling",
  presencepenalty: "sampling",
  frequency_penalty: "sampling",
  frequencypenalty: "sampling",
  topk: "sampling",
  top_k: "top_k",
  max_tokens: "max_tokens",
  max_completion_tokens: "max_completion_tokens",
  effort: "effort",
  reasoning: "effort",
  reasoning_effort: "effort",
  thinking_level: "effort",
  thinkinglevel: "effort",
  verbosity: "verbosity",
  tool_choice: "tool_choice",
  stream_options: "stream_options",
  include_usage: "stream_options",
  parallel_tool_calls: "parallel_tool_calls",
}
type Field = "sampling" | "effort" | "verbosity" | "tool_choice" | CapField | OwnField
/** Fields that only we add to a body, so they may be left out. */
type OwnField = "top_k" | "stream_options" | "parallel_tool_calls"

function known(name: string): Field | undefined {
  const last = name.slice(name.lastIndexOf(".") + 1).toLowerCase()
  return Object.hasOwn(fields, last) ? fields[last] : undefined
}

/** The refused field: the one `param` names, else the first that the message names in quotes or in a known position. */
function fieldIn({ param, message }: Told): Field | undefined {
  if (param !== undefined && param !== "") return known(param)
  // A message about a prompt, a schema or a tool may quote anything, such as the caller's own names.
  if (/\b(?:messages|contents|content|tools|functions?|schema|properties)\b/i.test(message)) return undefined
  for (const { groups = {} } of message.matchAll(namedFields)) {
    const field = known(groups["quoted"] ?? groups["told"] ?? groups["first"] ?? "")
    if (field !== undefined) return field
  }
  return thinkingLevel.test(message) ? "effort" : undefined
}

const namedFields =
  /["'`](?<quoted>[\w.]{1,60})["'`]|(?:supplied|parameter|field|invalid): ?(?<told>[\w.]{1,60})|^(?:invalid )?(?<first>[\w.]{1,60})(?=:| is | are | and )/gi

/** Google names this field in words. */
const thinkingLevel = /\bthinking[ _]level\b/i

function patchFor(field: Field, told: Told, abilities: ModelAbilities): AbilityPatch | undefined {
  switch (field) {
    case "sampling":
      return samplingPatch(told, abilities)
    case "top_k":
      return isUnknownField(told) ? leaveOut(field, abilities) : samplingPatch(told, abilities)
    case "max_tokens":
    case "max_completion_tokens":
      return capPatch(field, abilities)
    case "effort":
      return effortPatch(told, abilities)
    case "verbosity":
      return abilities.verbosity ? { verbosity: false } : undefined
    case "tool_choice":
      return abilities.forcedTool ? { forcedTool: false } : undefined
    default:
      return leaveOut(field, abilities)
  }
}

function samplingPatch({ message }: Told, { sampling }: ModelAbilities): AbilityPatch | undefined {
  if (/\bcannot both\b/i.test(message)) return sampling === "always" ? { sampling: "one" } : undefined
  return sampling === "never" ? undefined : { sampling: "never" }
}

/** Changes the name of the cap's field; the cap itself stays. */
function capPatch(refused: CapField, { capField }: ModelAbilities): AbilityPatch | undefined {
  if (capField !== refused) return undefined
  return { capField: refused === "max_tokens" ? "max_completion_tokens" : "max_tokens" }
}

function effortPatch(told: Told, { efforts }: ModelAbilities): AbilityPatch | undefined {
  const listed = effortsListed(told.message)
  const refused = effortNamed(told.message)
  const left =
    listed.length > 0
      ? listed
      : refused !== undefined
        ? efforts.filter((effort) => effort !== refused)
        : isRefusedWhole(told)
          ? []
          : efforts
  const isSame = left.length === efforts.length && left.every((effort) => efforts.includes(effort))
  return isSame ? undefined : { efforts: left }
}

/** The accepted efforts that a message lists: "Supported values are: 'none', 'low', and 'high'." */
function effortsListed(message: string): readonly ReasoningEffort[] {
  const listed = /(?:supported values are|must be one of|allowed values are|expected one of):?/i.exec(message)
  const list = listed ? message.slice(listed.index + listed[0].length) : ""
  const words = new Set([...list.matchAll(/["'`](\w{1,20})["'`]/g)].map(([, word = ""]) => word.toLowerCase()))
  return reasoningEfforts.filter((effort) => words.has(effort))
}

/** The refused effort that a message names: quoted, `THINKING_LEVEL_MINIMAL`, "thinking_level MEDIUM". */
function effortNamed(message: string): ReasoningEffort | undefined {
  const [, word = ""] = /(?:["'`]|level[_ ])(none|minimal|low|medium|high|xhigh|max)\b/i.exec(message) ?? []
  return reasoningEfforts.find((effort) => effort === word.toLowerCase())
}

/** Whether the field is refused, whatever its value. */
function isRefusedWhole(told: Told): boolean {
  return isUnknownField(told) || told.code === "unsupported_parameter" || /\bnot supported\b/i.test(told.message)
}

function isUnknownField({ code, message }: Told): boolean {
  return code === "unknown_parameter" || /\b(?:unrecogni[sz]ed|unknown|extra inputs)\b/i.test(message)
}

function leaveOut(field: OwnField, { refuses }: ModelAbilities): AbilityPatch | undefined {
  return refuses.includes(field) ? undefined : { refuses: [field] }
}
