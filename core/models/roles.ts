import { compressModel, defaultModel } from "./default-models.ts"

/** What the product itself needs a model for. The specification names each; the catalogue says who plays it today. */
export const roles = ["default", "free", "compress", "image", "speech"] as const
export type Role = (typeof roles)[number]

/**
 * Who may play a role, the first choice first, as `name` or `name@Provider`. The specification's own name stands first and
 * plays wherever it lives; behind it stand those that do the same work at a similar price.
 */
export const rolePreferences: Readonly<Record<Role, readonly string[]>> = {
  default: [defaultModel, "gpt-6.1-terra", "gpt-6.1-sol", "claude-sonnet-5-5", "gemini-3.8-flash"],
  free: ["gpt-4o-mini", "gpt-6-luna", "claude-haiku-5-5", "gemini-2.5-flash-lite"],
  compress: [compressModel, "gpt-6-luna", "gemini-2.5-flash-lite"],
  image: ["dall-e-3", "gpt-image-2.6-flare", "stable-image-core"],
  speech: ["tts-1"],
}

/** The setting by which an operator casts a role: a name, `name@Provider`, or several, the first choice first. */
export const roleSettings: Readonly<Record<Role, string>> = {
  default: "DEFAULT_MODEL",
  free: "FREE_MODEL",
  compress: "COMPRESS_MODEL",
  image: "IMAGE_MODEL",
  speech: "SPEECH_MODEL",
}
