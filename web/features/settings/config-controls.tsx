import type { AppConfig } from "#core/settings/app-config.ts"
import { useConfig } from "../../state/config-store.ts"
import { SwitchControl } from "../../ui/setting-controls.tsx"

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
