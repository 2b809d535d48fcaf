import { newSession, type Session } from "#core/conversation/session.ts"
import { newModelOf, type ModelWithProvider } from "#core/models/new-model.ts"
import { currentLocale } from "../platform/language/language.ts"
import { newId } from "../platform/browser/new-id.ts"
import { entryPlace } from "../platform/browser/entry-url.ts"
import { selectOwnFirst, selectTier, useAccess } from "./access-store.ts"
import { useConfig } from "./config-store.ts"

/** A new conversation with this user's settings; it is not in the list yet. */
export function freshSession(): Session {
  const modelConfig = { ...useConfig.getState().modelConfig, ...sessionModel() }
  return newSession({ id: newId(), now: Date.now(), modelConfig, lang: currentLocale() })
}

/** The model that a new conversation begins with: of the chosen own key's provider, else by tier and place. */
export function sessionModel(): ModelWithProvider {
  const { modelConfig, modelChosen } = useConfig.getState()
  const access = useAccess.getState()
  return newModelOf({
    chosen: modelChosen ? modelConfig : undefined,
    ownProvider: selectOwnFirst(access),
    serversDefault: access.config.defaultModel,
    roles: access.config.roles,
    retired: access.config.retired,
    known: access.config.known,
    listed: access.config.models,
    tier: selectTier(access),
    place: entryPlace,
  })
}
