import { reasoningEfforts, verbosities } from "#core/gateway/chat-request.ts"
import { modelConfigRanges as ranges } from "#core/settings/model-config.ts"
import { providerNameOf, type ListedModel } from "#core/models/model-list.ts"
import { texts } from "../../platform/texts.ts"
import { changeModelConfig, useConfig } from "../../state/config-store.ts"
import { useModelList } from "../../state/model-list.ts"
import { ModelChoice, ModelNumber, ModelSwitch, ModelText } from "./config-controls.tsx"
import { SelectControl, TextControl } from "./controls.tsx"
import { entry, type Chapter } from "./entry.tsx"
import { VisibleModels } from "./visible-models.tsx"

/** How models are called where a conversation has no settings of its own. */
export function modelChapter(): Chapter {
  const t = texts().settings
  const { levels } = t
  return {
    id: "modelo",
    title: t.model,
    entries: [
      entry(t.model, t.modelHint, <DefaultModel />),
      entry(t.temperature, t.temperatureHint, <ModelNumber name="temperature" least={0} most={2} step={0.1} />),
      entry(t.topP, t.topPHint, <ModelNumber name="top_p" least={0} most={1} step={0.1} />),
      entry(t.maxTokens, t.maxTokensHint, <ModelNumber name="max_tokens" least={0} most={512_000} noBar />),
      entry(
        t.presencePenalty,
        t.presencePenaltyHint,
        <ModelNumber name="presence_penalty" least={-2} most={2} step={0.1} />,
      ),
      entry(
        t.frequencyPenalty,
        t.frequencyPenaltyHint,
        <ModelNumber name="frequency_penalty" least={-2} most={2} step={0.1} />,
      ),
      entry(
        t.reasoningEffort,
        t.reasoningEffortHint,
        <ModelChoice
          name="reasoning_effort"
          options={reasoningEfforts.map((value) => ({ value, text: levels[value] }))}
        />,
      ),
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
  const { compressModel, compressProviderName } = useConfig((config) => config.modelConfig)
  return (
    <ModelSelect
      value={`${compressModel}@${compressProviderName}`}
      onChange={(chosen) => {
        if (chosen) changeModelConfig({ compressModel: chosen.name, compressProviderName: providerNameOf(chosen) })
      }}
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
