import type { WireBody } from "./wire.ts"

/** The sampling setting that is sent to the models that accept one. */
export const topK = 5

/** Temperature, top_p and top_k of settings that fit the model. */
export function encodeSampling({
  temperature,
  top_p,
  top_k,
}: {
  readonly temperature?: number
  readonly top_p?: number
  readonly top_k?: number
}): Pick<WireBody, "temperature" | "top_p" | "top_k"> {
  return {
    // Its range ends at 1 where ours ends at 2.
    ...(temperature !== undefined && { temperature: Math.min(Math.max(temperature, 0), 1) }),
    ...(top_p !== undefined && { top_p }),
    ...(top_k !== undefined && { top_k }),
  }
}
