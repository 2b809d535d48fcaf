import type { Mask } from "#core/masks/mask.ts"
import { providerNameOf } from "#core/models/model-list.ts"
import type { ModelConfig } from "#core/settings/model-config.ts"
import { memoryEntries, modelEntries } from "../../model-settings/model-entries.tsx"
import { ModelSettings } from "../../model-settings/model-form.tsx"
import { ModelSelect, recommended } from "../../model-settings/model-select.tsx"
import { modelAbilities } from "../../platform/gateway/model-abilities.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { useConfig } from "../../state/config-store.ts"
import { sessionModel } from "../../state/fresh-session.ts"
import { modelFacts } from "../../state/model-facts.ts"
import { List } from "../../ui/list-item.tsx"
import { Setting } from "../../ui/setting.tsx"
import { SwitchControl } from "../../ui/setting-controls.tsx"
import styles from "./mask-dialog.module.css"

/**
 * The model and the settings that a mask brings, of which it may leave out any: what it does not say is what each person has.
 * A changed value becomes the mask's own.
 */
export function MaskSettings({
  mask,
  onChange,
}: {
  readonly mask: Mask
  readonly onChange: (to: Partial<Mask>) => void
}) {
  const t = chapterTexts("masks")
  const globalConfig = useConfig((config) => config.modelConfig)
  const { syncGlobalConfig, modelConfig } = mask
  const own = syncGlobalConfig ? {} : modelConfig
  const value: ModelConfig = { ...globalConfig, ...sessionModel(), ...own }
  const change = (to: Partial<ModelConfig>) => onChange({ modelConfig: { ...own, ...to }, syncGlobalConfig: false })
  const pin = (to: Pick<ModelConfig, "model" | "providerName"> | undefined) => {
    const { model: _model, providerName: _provider, ...rest } = own
    const next = { ...rest, ...to }
    onChange({ modelConfig: next, syncGlobalConfig: Object.keys(next).length === 0 })
  }
  const abilities = modelAbilities(value.model, modelFacts(value))
  const entries = [...modelEntries(abilities), ...memoryEntries()].filter((one) => one !== false)
  return (
    <>
      <List>
        <Setting title={t.model} hint={t.noModelHint}>
          <ModelSelect
            value={own.model === undefined ? recommended : `${own.model}@${value.providerName}`}
            first={{ value: recommended, text: t.noModel }}
            onChange={(chosen) => pin(chosen && { model: chosen.name, providerName: providerNameOf(chosen) })}
          />
        </Setting>
      </List>
      <details
        className={styles.more}
        open={Object.keys(own).some((name) => name !== "model" && name !== "providerName")}
      >
        <summary>{t.settings}</summary>
        <List>
          <Setting title={t.useGlobal} hint={t.useGlobalHint}>
            <SwitchControl
              checked={syncGlobalConfig}
              onChange={(on) => onChange({ syncGlobalConfig: on, ...(on ? { modelConfig: {} } : {}) })}
            />
          </Setting>
          <ModelSettings value={value} onChange={change}>
            {entries.map(({ title, row }) => (
              <div key={title}>{row}</div>
            ))}
          </ModelSettings>
        </List>
      </details>
    </>
  )
}
