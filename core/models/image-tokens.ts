/**
 * Prompt tokens one image may cost: OpenAI's tile formula gives gpt-4o 85 + 170 for each of at most 8 tiles, gpt-4o-mini
 * 2 833 + 5 667 (its guide to images and vision). `likely` is a photo of 1024×1024 (four tiles), `most` the upper bound.
 */
export function imageTokens(model: string): { readonly likely: number; readonly most: number } {
  if (model.startsWith("gpt-4o-mini")) return { likely: 25_501, most: 48_169 }
  return { likely: 765, most: 1_600 }
}
