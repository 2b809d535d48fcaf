import { verbosities } from "#core/gateway/chat-request.ts"
import type { ModelAbilities } from "#core/gateway/model-abilities.ts"
import { modelConfigRanges as ranges } from "#core/settings/model-config.ts"
import { chapterTexts, texts } from "../platform/language/texts.ts"
import { entry, type Entry } from "../ui/setting-entry.tsx"
import { Effort, ModelChoice, ModelNumber, ModelSwitch, ModelText, OutputMost, SamplingOff } from "./model-controls.tsx"
import { CompressModel } from "./model-select.tsx"

/** The abilities of a model that its settings depend on. */
export type SettableAbilities = Pick<ModelAbilities, "efforts" | "sampling" | "verbosity" | "outputMost">

/** How a model is called. What it does not accept is false. For a list in `ModelSettings`. */
export function modelEntries(abilities: SettableAbilities): readonly (Entry | false)[] {
  const t = chapterTexts("settings")
  const { levels } = t
  const { efforts, sampling, verbosity } = abilities
  const samples = sampling !== "never"
  return [
    efforts.length > 0 && entry(t.reasoningEffort, t.reasoningEffortHint, <Effort efforts={efforts} />),
    verbosity &&
      entry(
        t.verbosity,
        t.verbosityHint,
        <ModelChoice name="verbosity" options={verbosities.map((value) => ({ value, text: levels[value] }))} />,
      ),
    entry(t.webSearch, texts().composer.searchWebHint, <ModelSwitch name="enable_web_search" />),
    entry(
      t.webSearchCalls,
      t.webSearchCallsHint,
      <ModelNumber name="max_web_search_calls" {...ranges.max_web_search_calls} />,
    ),
    // The numbers for experts come last.
    samples &&
      entry(t.temperature, t.temperatureHint, <ModelNumber name="temperature" least={0} most={2} step={0.1} />, {
        note: sampling === "effort-none" && <SamplingOff efforts={efforts} />,
      }),
    samples && entry(t.topP, t.topPHint, <ModelNumber name="top_p" least={0} most={1} step={0.1} />),
    entry(t.maxTokens, t.maxTokensHint, <ModelNumber name="max_tokens" least={0} most={512_000} noBar />, {
      note: <OutputMost tokens={abilities.outputMost} />,
    }),
    samples &&
      entry(
        t.presencePenalty,
        t.presencePenaltyHint,
        <ModelNumber name="presence_penalty" least={-2} most={2} step={0.1} />,
      ),
    samples &&
      entry(
        t.frequencyPenalty,
        t.frequencyPenaltyHint,
        <ModelNumber name="frequency_penalty" least={-2} most={2} step={0.1} />,
      ),
  ]
}

/** The settings of the context that is sent along, and of the summary of the rest; for a list in `ModelSettings`. */
export function memoryEntries(): readonly Entry[] {
  const t = chapterTexts("settings")
  return [
    entry(t.injectSystemPrompts, t.injectSystemPromptsHint, <ModelSwitch name="enableInjectSystemPrompts" />),
    entry(t.sendMemory, t.sendMemoryHint, <ModelSwitch name="sendMemory" />),
    entry(t.compressModel, t.compressModelHint, <CompressModel />),
    entry(
      t.historyCount,
      t.historyCountHint,
      <ModelNumber name="historyMessageCount" {...ranges.historyMessageCount} noBar />,
    ),
    entry(
      t.compressThreshold,
      t.compressThresholdHint,
      <ModelNumber name="compressMessageLengthThreshold" {...ranges.compressMessageLengthThreshold} noBar />,
    ),
    entry(t.template, t.templateHint, null, { note: <ModelText name="template" rows={2} /> }),
  ]
}
