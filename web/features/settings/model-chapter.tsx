import { providerNameOf } from "#core/models/model-list.ts"
import { memoryEntries, modelEntries } from "../../model-settings/model-entries.tsx"
import { ModelSelect, recommended } from "../../model-settings/model-select.tsx"
import { chapterTexts } from "../../platform/language/texts.ts"
import { changeModelConfig, useConfig } from "../../state/config-store.ts"
import { TextControl } from "../../ui/setting-controls.tsx"
import { entry } from "../../ui/setting-entry.tsx"
import type { Chapter } from "./chapter.ts"
import type { SettingsModel } from "./settings-model.ts"
import { VisibleModels } from "./visible-models.tsx"

/** How models are called where a conversation has no settings of its own. */
export function modelChapter({ title, abilities }: SettingsModel): Chapter {
  const t = chapterTexts("settings")
  const hides = abilities.sampling === "never" || abilities.efforts.length === 0 || !abilities.verbosity
  return {
    id: "modelo",
    title: t.model,
    entries: [
      entry(t.model, t.modelHint, <DefaultModel />, { note: hides && <p>{t.modelTakes(title)}</p> }),
      ...modelEntries(abilities),
      entry(t.customModels, t.customModelsHint, <VisibleModels />, { note: <CustomModels /> }),
    ],
  }
}

/** The settings of the context that is sent along, and of the summary of the rest. */
export function memoryChapter(): Chapter {
  return { id: "contexto", title: chapterTexts("settings").memory, entries: memoryEntries() }
}

/** The model of new conversations; until one is chosen, the one for the user's tier. */
function DefaultModel() {
  const t = chapterTexts("settings")
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

function CustomModels() {
  const customModels = useConfig((config) => config.customModels)
  return (
    <TextControl
      value={customModels}
      rows={2}
      placeholder={chapterTexts("settings").customModelsExample}
      onChange={(text) => useConfig.getState().change({ customModels: text.slice(0, 20_000) })}
    />
  )
}
