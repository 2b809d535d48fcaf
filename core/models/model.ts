/** One line of the model list, as the specification stores it. */
export interface Model {
  /** The name sent to the provider. */
  readonly name: string
  readonly available: boolean
  /** Place in the list: lower stands first. The default models count from 1000. */
  readonly sorted: number
  readonly provider: ModelProvider
}

export interface ModelProvider {
  readonly id: string
  /** As shown and as configured: "OpenAI". */
  readonly providerName: string
  readonly providerType: string
  readonly sorted: number
}

export const openAi: ModelProvider = { id: "openai", providerName: "OpenAI", providerType: "openai", sorted: 1 }
