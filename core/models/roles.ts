import { compressModel, defaultModel } from "./default-models.ts"

/** The purposes for which the product itself needs a model. The catalogue decides which model plays each. */
export const roles = ["default", "free", "compress", "image", "speech"] as const
export type Role = (typeof roles)[number]

/**
 * The candidates for a role as `name` or `name@Provider`, the first choice first. The first is the product's original
 * model, which plays the role while it is available; the others do the same work at a similar price.
 */
export const rolePreferences: Readonly<Record<Role, readonly string[]>> = {
  default: [defaultModel, "gpt-6.1-terra", "gpt-6.1-sol", "claude-sonnet-5-5", "gemini-3.8-flash"],
  free: ["gpt-4o-mini", "gpt-6-luna", "claude-haiku-5-5", "gemini-2.5-flash-lite"],
  compress: [compressModel, "gpt-6-luna", "gemini-2.5-flash-lite"],
  image: ["dall-e-3", "gpt-image-2.6-flare", "stable-image-core"],
  speech: ["tts-1"],
}

/** The setting by which an operator assigns a role: a name, `name@Provider`, or several, the first choice first. */
export const roleSettings: Readonly<Record<Role, string>> = {
  default: "DEFAULT_MODEL",
  free: "FREE_MODEL",
  compress: "COMPRESS_MODEL",
  image: "IMAGE_MODEL",
  speech: "SPEECH_MODEL",
}
