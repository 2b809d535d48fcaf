/** Beginnings of names with the context window their provider documents, in tokens; the first that fits counts. */
const windows = [
  ["gpt-5-chat", 128_000],
  // Of its 400 000 tokens, 128 000 are kept for the answer.
  ["gpt-5", 272_000],
  ["gpt-4.1", 1_047_576],
  ["gpt-4o", 128_000],
  ["chatgpt-4o", 128_000],
  ["gpt-4-turbo", 128_000],
  ["gpt-4", 8_192],
  ["gpt-3.5", 16_385],
  ["o1-mini", 128_000],
  ["o1-preview", 128_000],
  ["o1", 200_000],
  ["o3", 200_000],
  ["o4", 200_000],
  ["claude", 200_000],
  ["gemini-1.5-pro", 2_097_152],
  ["gemini", 1_048_576],
] as const

/** The context window of a model in tokens; a longer text is refused before it costs anything. */
export function contextTokens(name: string): number {
  return windows.find(([start]) => name.startsWith(start))?.[1] ?? 128_000
}
