/**
 * Prompt tokens that one image may cost. `likely` is a photo of 1024×1024, `most` the upper bound. OpenAI's guide to
 * images and vision: tiles (gpt-4o 85 and 170 for each of at most 8, gpt-4o-mini 2 833 and 5 667), or at most 1 536
 * patches times a factor (1.62 mini, 2.46 nano, 1.72 o4-mini). Google's guide to media resolution: 258 and pan and
 * scan, or at most 2 240. Anthropic's guide to vision: 1 600; 4 784 for models that see 2 576 pixels (Opus from 4.7
 * on).
 */
export function imageTokens(model: string): { readonly likely: number; readonly most: number } {
  return rows.find(([names]) => names.test(model))?.[1] ?? usual
}

const usual = { likely: 765, most: 1_600 }
const rows: readonly (readonly [names: RegExp, tokens: typeof usual])[] = [
  [/^gpt-4o-mini/, { likely: 25_501, most: 48_169 }],
  [/^gpt-[\w.]+-nano/, { likely: 765, most: 3_779 }],
  [/^(?:gpt-[\w.]+-mini|o4-mini)/, { likely: 765, most: 2_642 }],
  [/^gemini/, { likely: 765, most: 2_306 }],
  [/^claude-opus-(?:4-[7-9]|[5-9])/, { likely: 765, most: 4_784 }],
]
