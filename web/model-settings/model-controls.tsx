import type { ReasoningEffort } from "#core/gateway/chat-request.ts"
import { nearestEffort } from "#core/models/abilities.ts"
import type { ModelConfig } from "#core/settings/model-config.ts"
import { readModelConfig } from "#core/settings/read-app-config.ts"
import { formatCount } from "../platform/language/format.ts"
import { chapterTexts } from "../platform/language/texts.ts"
import type { Option } from "../ui/select.tsx"
import {
  NumberControl,
  SelectControl,
  SwitchControl,
  TextControl,
  type NumberControlProps,
} from "../ui/setting-controls.tsx"
import { useModelForm } from "./model-form.tsx"

/** Controls for one value each of the form they stand in. */

type NamesOf<Config, Kind> = { [Name in keyof Config]: Config[Name] extends Kind ? Name : never }[keyof Config]

export function ModelSwitch({ name }: { readonly name: NamesOf<ModelConfig, boolean> }) {
  const { value, onChange } = useModelForm()
  return <SwitchControl checked={value[name]} onChange={(on) => onChange({ [name]: on })} />
}

export function ModelChoice<Name extends "size" | "quality" | "style" | "reasoning_effort" | "verbosity">({
  name,
  options,
}: {
  readonly name: Name
  readonly options: readonly Option<ModelConfig[Name] & string>[]
}) {
  const { value, onChange } = useModelForm()
  return (
    <SelectControl
      isWide={name === "size"}
      value={value[name]}
      options={options}
      onChange={(chosen) => onChange({ [name]: chosen })}
    />
  )
}

export function ModelText({ name, rows }: { readonly name: "template"; readonly rows?: number }) {
  const { value, onChange } = useModelForm()
  return (
    <TextControl
      value={value[name]}
      {...(rows === undefined ? {} : { rows })}
      onChange={(text) => onChange({ [name]: text })}
    />
  )
}

type ModelNumberProps = Pick<NumberControlProps, "least" | "most" | "step" | "noBar"> & {
  readonly name: NamesOf<ModelConfig, number>
}

/** A number with the clamp that its reading from the store has. */
export function ModelNumber({ name, ...range }: ModelNumberProps) {
  const { value, onChange } = useModelForm()
  const clamp = (typed: number) => readModelConfig({ [name]: typed })[name]
  return (
    <NumberControl {...range} value={value[name]} clamp={clamp} onChange={(number) => onChange({ [name]: number })} />
  )
}

interface EffortProps {
  readonly efforts: readonly ReasoningEffort[]
}

/** The efforts the model accepts. A stored one it does not have stays stored, and counts as the nearest it has. */
export function Effort({ efforts }: EffortProps) {
  const { levels } = chapterTexts("settings")
  const { value, onChange } = useModelForm()
  const stored = value.reasoning_effort
  return (
    <SelectControl
      value={nearestEffort(stored, { efforts }) ?? stored}
      options={efforts.map((value) => ({ value, text: levels[value] }))}
      onChange={(chosen) => onChange({ reasoning_effort: chosen })}
    />
  )
}

/** Said while the model thinks: then it takes no sampling settings. */
export function SamplingOff({ efforts }: EffortProps) {
  const t = chapterTexts("settings")
  const { value } = useModelForm()
  const stored = value.reasoning_effort
  return nearestEffort(stored, { efforts }) === "none" ? null : <p>{t.samplingOff(t.reasoningEffort, t.levels.none)}</p>
}

/** The model's output limit, shown where the setting is higher. */
export function OutputMost({ tokens }: { readonly tokens: number }) {
  const set = useModelForm().value.max_tokens
  const t = chapterTexts("settings")
  return set > tokens ? <p>{t.outOfRange("0", formatCount(tokens), formatCount(tokens))}</p> : null
}
