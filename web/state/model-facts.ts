import { fieldsOf } from "#core/lib/fields.ts"
import { canCallTools, canSeeImages } from "#core/models/capabilities.ts"
import { answeringModel } from "#core/models/model-change.ts"
import type { ModelWithProvider } from "#core/models/new-model.ts"
import type { ModelFacts, OfferedModel, ServerConfig } from "../platform/gateway/server-config.ts"
import { useAccess } from "./access-store.ts"

/** The server's model of this name: at that provider, else at any. */
export function offeredModel(
  { model, providerName }: Partial<ModelWithProvider>,
  { models }: ServerConfig = useAccess.getState().config,
): OfferedModel | undefined {
  const named = models.filter(({ name }) => name === model)
  return named.find(({ provider }) => provider === providerName) ?? named[0]
}

/** The known facts about a model, whoever pays for it. */
export function modelFacts(asked: ModelWithProvider, config = useAccess.getState().config): ModelFacts | undefined {
  const { model, providerName } = asked
  const found = [...config.models, ...config.known].find(
    ({ name, provider }) => name === model && provider === providerName,
  )
  return found ?? offeredModel(asked, config)
}

/** Whether the model that answers for this one sees pictures. */
export function seesImages(asked: ModelWithProvider, config = useAccess.getState().config): boolean {
  const answering = answeringModel(asked, config)
  return modelFacts(answering, config)?.canSeeImages ?? canSeeImages(answering.model)
}

/** Whether the model that answers for this one calls tools. */
export function callsTools(asked: ModelWithProvider, config = useAccess.getState().config): boolean {
  const answering = answeringModel(asked, config)
  const told = fieldsOf(modelFacts(answering, config)?.abilities)["tools"]
  return told === undefined ? canCallTools(answering.model) : told !== "never"
}

/** The display name of a model. */
export function displayNameOf(model: string, config = useAccess.getState().config): string {
  return [...config.models, ...config.known].find(({ name }) => name === model)?.displayName ?? model
}
