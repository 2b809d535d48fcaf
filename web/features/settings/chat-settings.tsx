import { submitKeys } from "#core/settings/submit-key.ts"
import { texts } from "../../platform/texts.ts"
import { useConfig } from "../../state/config-store.ts"
import { Select } from "../../ui/select.tsx"
import { Switch } from "../../ui/switch.tsx"
import { Setting } from "./setting.tsx"

export function ChatSettings() {
  const t = texts().settings
  const { submitKey, showCostEstimate, change } = useConfig()
  return (
    <>
      <Setting title={t.submitKey} hint={t.submitKeyHint}>
        {(ids) => (
          <Select
            {...ids}
            value={submitKey}
            onChange={(chosen) => change({ submitKey: chosen })}
            options={submitKeys.map((key) => ({ value: key, text: key }))}
          />
        )}
      </Setting>
      <Setting title={t.showCostEstimate} hint={t.showCostEstimateHint}>
        {(ids) => (
          <Switch {...ids} checked={showCostEstimate} onChange={(shown) => change({ showCostEstimate: shown })} />
        )}
      </Setting>
    </>
  )
}
