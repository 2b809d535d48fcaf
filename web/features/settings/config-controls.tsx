import { readModelConfig } from "#core/settings/read-app-config.ts"
import type { AppConfig } from "#core/settings/app-config.ts"
import type { ModelConfig } from "#core/settings/model-config.ts"
import { changeModelConfig, useConfig } from "../../state/config-store.ts"
import { NumberControl, SelectControl, SwitchControl, TextControl, type NumberControlProps } from "./controls.tsx"
import type { Option } from "../../ui/select.tsx"

/** Controls bound to one value of the stored settings; each hears of that value alone. */

type NamesOf<Config, Kind> = { [Name in keyof Config]: Config[Name] extends Kind ? Name : never }[keyof Config]

export function ConfigSwitch({
  name,
  isOff = false,
  beforeOff,
}: {
  readonly name: NamesOf<AppConfig, boolean>
  /** The stored name says the opposite of the title. */
  readonly isOff?: boolean
  /** Asked before it is switched off. */
  readonly beforeOff?: () => Promise<boolean>
}) {
  const stored = useConfig((config) => config[name])
  const change = async (on: boolean) => {
    if (!on && beforeOff && !(await beforeOff())) return
    useConfig.getState().change({ [name]: isOff ? !on : on })
  }
  return <SwitchControl checked={stored !== isOff} onChange={(on) => void change(on)} />
}

export function ModelSwitch({ name }: { readonly name: NamesOf<ModelConfig, boolean> }) {
  const checked = useConfig((config) => config.modelConfig[name])
  return <SwitchControl checked={checked} onChange={(on) => changeModelConfig({ [name]: on })} />
}

export function ModelChoice<Name extends "size" | "quality" | "style" | "reasoning_effort" | "verbosity">({
  name,
  options,
}: {
  readonly name: Name
  readonly options: readonly Option<ModelConfig[Name] & string>[]
}) {
  const value = useConfig((config) => config.modelConfig[name])
  return (
    <SelectControl
      isWide={name === "size"}
      value={value}
      options={options}
      onChange={(chosen) => changeModelConfig({ [name]: chosen })}
    />
  )
}

export function ModelText({ name, rows }: { readonly name: "template"; readonly rows?: number }) {
  const value = useConfig((config) => config.modelConfig[name])
  return (
    <TextControl
      value={value}
      {...(rows === undefined ? {} : { rows })}
      onChange={(text) => changeModelConfig({ [name]: text })}
    />
  )
}

type ModelNumberProps = Pick<NumberControlProps, "least" | "most" | "step" | "noBar"> & {
  readonly name: NamesOf<ModelConfig, number>
}

/** A number with the clamp that its reading from the store has. */
export function ModelNumber({ name, ...range }: ModelNumberProps) {
  const value = useConfig((config) => config.modelConfig[name])
  const clamp = (typed: number) => readModelConfig({ [name]: typed })[name]
  return (
    <NumberControl
      {...range}
      value={value}
      clamp={clamp}
      onChange={(number) => changeModelConfig({ [name]: number })}
    />
  )
}
