import type { RefusalReason } from "../gateway/refusal.ts"

/**
 * A provider, as far as page and server both must know it. The page reads every manifest before its first paint, so a
 * manifest is small and imports nothing that runs; what only the server needs stands in the provider's `gateway.ts`.
 */
export interface ProviderManifest {
  /** Its word in paths, prices, the configuration and stored data. */
  readonly id: string
  /** The name people see, and write behind `model@`. */
  readonly name: string
  /** The form fields for users with an own key, in this order. */
  readonly ownFields: readonly CredentialField[]
  /** The operator of an account names the models of it (deployments), so nobody else knows which there are. */
  readonly hasDeployments?: true
  /** It makes pictures only. */
  readonly picturesOnly?: true
  /** How it is asked for a picture: by a form with a path for each model, or by OpenAI's images API. Absent: the page asks it for none. */
  readonly pictures?: "form" | "images-api"
  /**
   * Why a call is refused when the user has chosen this provider and has not filled in every required field. Absent: the
   * call is then made with the operator's key.
   */
  readonly incomplete?: RefusalReason
}

/** One field of a user's own access to a provider. Stored data has one flat object with the fields of all providers. */
export interface CredentialField {
  /** The name the field is stored under; no other provider has it. */
  readonly name: string
  readonly kind: "url" | "key" | "secret" | "version" | "safety"
  /** Without it the provider cannot be asked; a key and a secret are always required. */
  readonly required?: boolean
  /** The field's default; absent: empty. */
  readonly usual?: string
  /** The field's name in the provider's own console, in every language; absent: the interface has a word for its kind. */
  readonly title?: string
  /** The interface's hint, where the usual one for its kind is not enough. */
  readonly hint?: "ownAzureUrlHint"
}
