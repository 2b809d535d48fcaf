/** The speech engines: the provider's speech, and the voices of Edge. The names are stored and therefore fixed. */
export const speechEngines = ["OpenAI-TTS", "Edge-TTS"] as const
export type SpeechEngine = (typeof speechEngines)[number]

export const speechModels = ["tts-1", "tts-1-hd"] as const

/** The range of the speed; 1 is the voice's own pace. */
export const speechSpeed = { least: 0.25, most: 4, usual: 1 } as const
