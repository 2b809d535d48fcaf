import { freeModel } from "../gateway/limits.ts"
import { compressModel, defaultModel } from "./default-models.ts"
import { openAi } from "./model.ts"
import type { ModelWithProvider } from "./new-model.ts"
import type { Role } from "./roles.ts"

/** Who plays the product's roles today, as `name@Provider`; a role nobody plays is absent. */
export type PlayedRoles = Readonly<Partial<Record<Role, string>>>

/** The specification's own names, which count while nothing is known of who plays them. */
const literals = { default: defaultModel, free: freeModel, compress: compressModel } as const

/** Who plays a role. */
export function modelInRole(roles: PlayedRoles, role: keyof typeof literals): ModelWithProvider {
  return namedIn(roles[role]) ?? { model: literals[role], providerName: openAi.providerName }
}

/** `name@Provider` in its two parts; undefined for anything else. */
export function namedIn(told = ""): ModelWithProvider | undefined {
  const at = told.lastIndexOf("@")
  return at > 0 && at < told.length - 1 ? { model: told.slice(0, at), providerName: told.slice(at + 1) } : undefined
}

/** Whether a stored choice is the specification's own name for a role: who left it so has chosen nothing. */
export function isLiteral({ model, providerName }: ModelWithProvider, role: keyof typeof literals): boolean {
  return model === literals[role] && providerName === openAi.providerName
}
