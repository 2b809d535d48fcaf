import { freeModel } from "../gateway/limits.ts"
import { isImageModel } from "./capabilities.ts"
import { compressModel, defaultModel } from "./default-models.ts"
import { openAi } from "./model.ts"
import type { ModelWithProvider } from "./new-model.ts"
import type { Role } from "./roles.ts"

/** The model that plays each of the product's roles today, as `name@Provider`; a role without a model is absent. */
export type PlayedRoles = Readonly<Partial<Record<Role, string>>>

/** The built-in names, used until it is known which models play the roles. */
const literals = { default: defaultModel, free: freeModel, compress: compressModel } as const

/** The model that plays a role. */
export function modelInRole(roles: PlayedRoles, role: keyof typeof literals): ModelWithProvider {
  return namedIn(roles[role]) ?? { model: literals[role], providerName: openAi.providerName }
}

/** Whether a model of the chat answers with a picture: by its name, or because it plays the role of pictures here. */
export function answersWithPicture({ model, providerName }: ModelWithProvider, roles: PlayedRoles): boolean {
  return isImageModel(model) || roles.image === `${model}@${providerName}`
}

/** Splits `name@Provider`; undefined for anything else. */
export function namedIn(told = ""): ModelWithProvider | undefined {
  const at = told.lastIndexOf("@")
  return at > 0 && at < told.length - 1 ? { model: told.slice(0, at), providerName: told.slice(at + 1) } : undefined
}

/** Whether a stored choice is the built-in name for a role: a user who never changed it has chosen nothing. */
export function isLiteral({ model, providerName }: ModelWithProvider, role: keyof typeof literals): boolean {
  return model === literals[role] && providerName === openAi.providerName
}
