import { verbosities, type ReasoningEffort } from "#core/gateway/chat-request.ts"
import { defaultModelConfig, modelConfigRanges as ranges } from "#core/settings/model-config.ts"
import { providerNameOf, type ListedModel } from "#core/models/model-list.ts"
import { texts } from "../../platform/texts.ts"
import { changeModelConfig, useConfig } from "../../state/config-store.ts"
import { useModelList } from "../../state/model-list.ts"
import { nearestEffort } from "#core/models/abilities.ts"
import { isLiteral } from "#core/models/played-roles.ts"
import { presentCount } from "../../platform/present.ts"
import type { SettingsModel } from "./settings-model.ts"
import { ModelChoice, ModelNumber, ModelSwitch, ModelText } from "./config-controls.tsx"
import { SelectControl, TextControl } from "./controls.tsx"
import { entry, type Chapter } from "./entry.tsx"
import { VisibleModels } from "./visible-models.tsx"

/** How models are called where a conversation has no settings of its own. */
export function modelChapter({ title, abilities }: SettingsModel): Chapter {
  const t = texts().settings
  const { levels } = t
  const { efforts, sampling, verbosity } = abilities
  const samples = sampling !== "never"
  const hides = !samples || efforts.length === 0 || !verbosity
  return {
    id: "modelo",
    title: t.model,
    entries: [
      entry(t.model, t.modelHint, <DefaultModel />, { note: hides && <p>{t.modelTakes(title)}</p> }),
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
      efforts.length > 0 && entry(t.reasoningEffort, t.reasoningEffortHint, <Effort efforts={efforts} />),
      verbosity &&
        entry(
          t.verbosity,
          t.verbosityHint,
          <ModelChoice name="verbosity" options={verbosities.map((value) => ({ value, text: levels[value] }))} />,
        ),
      entry(t.webSearch, t.webSearchHint, <ModelSwitch name="enable_web_search" />),
      entry(
        t.webSearchCalls,
        t.webSearchCallsHint,
        <ModelNumber name="max_web_search_calls" {...ranges.max_web_search_calls} />,
      ),
      entry(t.customModels, t.customModelsHint, <VisibleModels />, { note: <CustomModels /> }),
    ],
  }
}

/** What of a conversation is sent along, and what is made of the rest. */
export function memoryChapter(): Chapter {
  const t = texts().settings
  return {
    id: "contexto",
    title: t.memory,
    entries: [
      entry(t.injectSystemPrompts, t.injectSystemPromptsHint, <ModelSwitch name="enableInjectSystemPrompts" />),
      entry(t.template, t.templateHint, null, { note: <ModelText name="template" rows={2} /> }),
      entry(
        t.historyCount,
        t.historyCountHint,
        <ModelNumber name="historyMessageCount" {...ranges.historyMessageCount} noBar />,
      ),
      entry(t.sendMemory, t.sendMemoryHint, <ModelSwitch name="sendMemory" />),
      entry(
        t.compressThreshold,
        t.compressThresholdHint,
        <ModelNumber name="compressMessageLengthThreshold" {...ranges.compressMessageLengthThreshold} noBar />,
      ),
      entry(t.compressModel, t.compressModelHint, <CompressModel />),
    ],
  }
}

interface EffortProps {
  readonly efforts: readonly ReasoningEffort[]
}

/** The efforts the model accepts. A stored one it does not have stays stored, and counts as the nearest it has. */
function Effort({ efforts }: EffortProps) {
  const { levels } = texts().settings
  const stored = useConfig((config) => config.modelConfig.reasoning_effort)
  return (
    <SelectControl
      value={nearestEffort(stored, { efforts }) ?? stored}
      options={efforts.map((value) => ({ value, text: levels[value] }))}
      onChange={(chosen) => changeModelConfig({ reasoning_effort: chosen })}
    />
  )
}

/** Said while the model thinks: then it takes no sampling settings. */
function SamplingOff({ efforts }: EffortProps) {
  const t = texts().settings
  const stored = useConfig((config) => config.modelConfig.reasoning_effort)
  return nearestEffort(stored, { efforts }) === "none" ? null : <p>{t.samplingOff(t.reasoningEffort, t.levels.none)}</p>
}

/** What the model can say at most, where more is set. */
function OutputMost({ tokens }: { readonly tokens: number }) {
  const set = useConfig((config) => config.modelConfig.max_tokens)
  const t = texts().settings
  return set > tokens ? <p>{t.outOfRange("0", presentCount(tokens), presentCount(tokens))}</p> : null
}

const recommended = ""

/** The model of new conversations; until one is chosen, the one for the user's tier. */
function DefaultModel() {
  const t = texts().settings
  const { model, providerName } = useConfig((config) => config.modelConfig)
  const isChosen = useConfig((config) => config.modelChosen)
  return (
    <ModelSelect
      value={isChosen ? `${model}@${providerName}` : recommended}
      first={{ value: recommended, text: t.modelDefault }}
      onChange={(chosen) => {
        changeModelConfig(chosen ? { model: chosen.name, providerName: providerNameOf(chosen) } : {})
        useConfig.getState().change({ modelChosen: chosen !== undefined })
      }}
    />
  )
}

function CompressModel() {
  const { compressModel: model, compressProviderName: providerName } = useConfig((config) => config.modelConfig)
  const { compressModel, compressProviderName } = defaultModelConfig
  return (
    <ModelSelect
      value={isLiteral({ model, providerName }, "compress") ? recommended : `${model}@${providerName}`}
      first={{ value: recommended, text: texts().settings.modelDefault }}
      onChange={(chosen) =>
        changeModelConfig(
          chosen
            ? { compressModel: chosen.name, compressProviderName: providerNameOf(chosen) }
            : { compressModel, compressProviderName },
        )
      }
    />
  )
}

function ModelSelect({
  value,
  first,
  onChange,
}: {
  readonly value: string
  readonly first?: { readonly value: string; readonly text: string }
  readonly onChange: (chosen: ListedModel | undefined) => void
}) {
  const models = useModelList().filter(({ available }) => available)
  const several = new Set(models.map(({ provider }) => provider)).size > 1
  const options = models.map((model) => ({
    value: `${model.name}@${providerNameOf(model)}`,
    text: several ? `${model.displayName} (${providerNameOf(model)})` : model.displayName,
  }))
  // One that is not offered any more is still the one that is set.
  const isKnown = value === recommended || options.some((option) => option.value === value)
  const all = [
    ...(first ? [first] : []),
    ...(isKnown ? [] : [{ value, text: value.split("@")[0] ?? value }]),
    ...options,
  ]
  return (
    <SelectControl
      isWide
      value={value}
      options={all}
      onChange={(chosen) => onChange(models.find((model) => `${model.name}@${providerNameOf(model)}` === chosen))}
    />
  )
}

function CustomModels() {
  const customModels = useConfig((config) => config.customModels)
  return (
    <TextControl
      value={customModels}
      rows={2}
      placeholder={texts().settings.customModelsExample}
      onChange={(text) => useConfig.getState().change({ customModels: text.slice(0, 20_000) })}
    />
  )
}
