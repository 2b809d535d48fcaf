import { useMemo } from "react"
import { ownProvidersInUse } from "#core/access/own-access.ts"
import { defaultModels } from "#core/models/default-models.ts"
import { listModels, type ListedModel } from "#core/models/model-list.ts"
import { useAccess } from "./access-store.ts"
import { useConfig } from "./config-store.ts"

/** The built-in list, used until the server has replied. */
const builtin = defaultModels.map(({ name, available, provider }) => {
  return { name, displayName: name, available, provider: provider.providerName }
})

/** The models to choose from: the server's, those of own keys, and the effect of the custom-models string. */
export function useModelList(): readonly ListedModel[] {
  return useListed(useConfig((config) => config.customModels))
}

/** The same without the custom-models string. */
export function usePlainModelList(): readonly ListedModel[] {
  return useListed("")
}

/** The same list as it is now, for what happens at a press. */
export function currentModelList(): readonly ListedModel[] {
  const { own, config } = useAccess.getState()
  return listModels(config.models.length > 0 ? config.models : builtin, {
    inUse: config.hideUserApiKey ? [] : ownProvidersInUse(own),
    customModels: useConfig.getState().customModels,
    known: config.known,
    noGpt4: config.disableGPT4,
  })
}

function useListed(customModels: string): readonly ListedModel[] {
  const { models, known } = useAccess((state) => state.config)
  const own = useAccess((state) => state.own)
  const hidden = useAccess((state) => state.config.hideUserApiKey)
  const noGpt4 = useAccess((state) => state.config.disableGPT4)
  return useMemo(
    () =>
      listModels(models.length > 0 ? models : builtin, {
        inUse: hidden ? [] : ownProvidersInUse(own),
        customModels,
        known,
        noGpt4,
      }),
    [models, known, own, hidden, customModels, noGpt4],
  )
}
