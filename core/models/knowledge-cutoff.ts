/** Beginnings of names and the month their knowledge ends; the first that fits counts (0014). */
const cutoffs = [
  ["gpt-4-vision", "2023-04"],
  ["gpt-4-turbo", "2023-12"],
  ["gpt-4o", "2023-10"],
  ["chatgpt-4o", "2023-10"],
  ["o1", "2023-10"],
  ["o3", "2024-06"],
  ["o4-mini", "2024-06"],
  ["gpt-5", "2024-10"],
  ["gemini-pro", "2023-12"],
] as const

const defaultCutoff = "2021-09"

/** The month (YYYY-MM) of a model's knowledge cutoff, as its system prompt states it. */
export function knowledgeCutoff(name: string): string {
  return cutoffs.find(([start]) => name.startsWith(start))?.[1] ?? defaultCutoff
}
