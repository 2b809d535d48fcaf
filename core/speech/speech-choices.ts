/** Who reads aloud: the provider's speech, the voices of Edge, or the device itself. The names are stored and therefore fixed. */
export const speechEngines = ["OpenAI-TTS", "Edge-TTS", "device"] as const
export type SpeechEngine = (typeof speechEngines)[number]

/** The name that Edge's voices are asked for by. */
export const edgeModel = "edge-tts"

export const speechModels = ["tts-1", "tts-1-hd"] as const

/** The range of the speed; 1 is the voice's own pace. */
export const speechSpeed = { least: 0.25, most: 4, usual: 1 } as const
