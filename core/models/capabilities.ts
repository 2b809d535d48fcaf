/** An o-series model (o1, o3-mini, o4-mini-2025-04-16): it reasons before it answers and takes no sampling settings. */
export function isReasoningModel(name: string): boolean {
  return /^o\d/.test(name)
}

/** A model of the gpt-5 family or its successors: it accepts `reasoning_effort` and `verbosity`. */
export function isGpt5(name: string): boolean {
  return /^gpt-[5-9]/.test(name)
}

/**
 * A model that may think for a long time before its first word, at its user's cost and invisibly: the o-series and
 * gpt-5, except the chat variant. It needs room for its thoughts and a longer timeout.
 */
export function thinksFirst(name: string): boolean {
  return isReasoningModel(name) || (isGpt5(name) && !name.startsWith("gpt-5-chat"))
}

/** A small model of the compress kind, for which title and summary calls have their own settings. */
export function isNanoModel(name: string): boolean {
  return name.includes("nano")
}

/** Whether the model's cap is called `max_completion_tokens`: the o-series and gpt-5 refuse `max_tokens` with 400. */
export function takesCompletionCap(name: string): boolean {
  return isReasoningModel(name) || isGpt5(name) || isNanoModel(name)
}

const namesThatSee = [
  "vision",
  "claude-3",
  "gemini-1.5-pro",
  "gemini-1.5-flash",
  "gpt-4o",
  "gpt-4o-mini",
  "gpt-4.1",
  "gpt-5",
  "o4-mini",
  "o3",
] as const

/** Whether images may be attached, by parts of names (so o3-mini counts, because it contains "o3"). */
export function canSeeImages(name: string): boolean {
  if (name.includes("gpt-4-turbo")) return !name.includes("preview") || name.includes("vision")
  return namesThatSee.some((part) => name.includes(part))
}

/** Whether the model may be sent tools: o1-mini and iFlytek's models except Max and Ultra refuse requests with them (their documentation). */
export function canCallTools(name: string): boolean {
  return !name.startsWith("o1-mini") && !["lite", "generalv3", "pro-128k"].includes(name) && !name.startsWith("spark-")
}

/** Whether the model makes images instead of text: only dall-e-3. */
export function isImageModel(name: string): boolean {
  return name === "dall-e-3"
}

/** NextChat's rule for `DISABLE_GPT4`: every gpt-4 except the mini. */
export function isGpt4(name: string): boolean {
  return name.startsWith("gpt-4") && !name.startsWith("gpt-4o-mini")
}
