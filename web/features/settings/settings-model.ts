import { useMemo } from "react"
import { answeringModel } from "#core/models/model-change.ts"
import type { SettableAbilities } from "../../model-settings/model-entries.tsx"
import { modelAbilities } from "../../platform/gateway/model-abilities.ts"
import { useAccess } from "../../state/access-store.ts"
import { useConfig } from "../../state/config-store.ts"
import { sessionModel } from "../../state/fresh-session.ts"
import { modelFacts } from "../../state/model-facts.ts"

/** The model that the settings are for, and what it accepts. */
export interface SettingsModel {
  readonly title: string
  readonly abilities: SettableAbilities
}

/** The model of new conversations: the chosen one, or the one for the user's tier. */
export function useSettingsModel(): SettingsModel {
  const config = useAccess((state) => state.config)
  const own = useAccess((state) => state.own)
  const userType = useAccess((state) => state.userType)
  const chosen = useConfig((state) => state.modelConfig.model)
  const isChosen = useConfig((state) => state.modelChosen)
  return useMemo(() => {
    const asked = answeringModel(sessionModel(), config)
    const facts = modelFacts(asked, config)
    return { title: facts?.displayName ?? asked.model, abilities: modelAbilities(asked.model, facts) }
    // All of these decide the model of a new conversation.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [config, own, userType, chosen, isChosen])
}
