/** One row of the model list, as it is stored. */
export interface Model {
  /** The name sent to the provider. */
  readonly name: string
  readonly available: boolean
  /** Position in the list: lower comes first. The default models count from 1000. */
  readonly sorted: number
  readonly provider: ModelProvider
}

export interface ModelProvider {
  readonly id: string
  /** The provider's name as shown and as configured: "OpenAI". */
  readonly providerName: string
  readonly providerType: string
  readonly sorted: number
}

export const openAi: ModelProvider = { id: "openai", providerName: "OpenAI", providerType: "openai", sorted: 1 }
