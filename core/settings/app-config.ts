import type { Model } from "../models/model.ts"
import { defaultModels } from "../models/default-models.ts"
import { defaultModelConfig, type ModelConfig } from "./model-config.ts"
import type { SpeechEngine } from "../speech/speech-choices.ts"
import type { SubmitKey } from "./submit-key.ts"

export const themes = ["auto", "light", "dark"] as const
export type Theme = (typeof themes)[number]

/** The settings of the app as they are stored under `nk-app-config` (docs/reference/data-formats.md). */
export interface AppConfig {
  readonly submitKey: SubmitKey
  /** An emoji by its code points in hexadecimal, as NextChat names avatars. */
  readonly avatar: string
  readonly fontSize: number
  /** Empty means the global default. */
  readonly fontFamily: string
  readonly theme: Theme
  readonly tightBorder: boolean
  readonly sendPreviewBubble: boolean
  readonly enableAutoGenerateTitle: boolean
  readonly sidebarWidth: number
  readonly enableArtifacts: boolean
  readonly enableImageGeneration: boolean
  readonly disablePromptHint: boolean
  readonly dontShowMaskSplashScreen: boolean
  readonly hideBuiltinMasks: boolean
  readonly customModels: string
  readonly models: readonly Model[]
  readonly modelConfig: ModelConfig
  /** Whether the user chose the model of `modelConfig`; otherwise the operator's default takes precedence. */
  readonly modelChosen: boolean
  readonly ttsConfig: TtsConfig
  /** Whether an estimate such as "≈ R$ 0,03" is shown beside the send button. */
  readonly showCostEstimate: boolean
  /** The most that one message, and one day, may cost; in micro-reais, 0 for no ceiling. */
  readonly messageCeiling: number
  readonly dayCeiling: number
}

export interface TtsConfig {
  readonly enable: boolean
  readonly autoplay: boolean
  readonly engine: SpeechEngine
  readonly model: string
  readonly voice: string
  readonly speed: number
}

/** Widths of the sidebar, in CSS pixels. */
export const sidebarWidthPx = { default: 300, most: 500, narrow: 100, narrowBelow: 230 } as const

/** Font sizes that can be chosen, in CSS pixels. */
export const fontSizePx = { least: 12, most: 40, default: 14 } as const

export const defaultAppConfig: AppConfig = {
  submitKey: "Enter",
  avatar: "1f603",
  fontSize: fontSizePx.default,
  fontFamily: "",
  theme: "light",
  tightBorder: false,
  sendPreviewBubble: false,
  enableAutoGenerateTitle: true,
  sidebarWidth: sidebarWidthPx.default,
  enableArtifacts: true,
  enableImageGeneration: true,
  disablePromptHint: false,
  dontShowMaskSplashScreen: false,
  hideBuiltinMasks: false,
  customModels: "",
  models: defaultModels,
  modelConfig: defaultModelConfig,
  modelChosen: false,
  ttsConfig: { enable: true, autoplay: false, engine: "OpenAI-TTS", model: "tts-1", voice: "alloy", speed: 1 },
  showCostEstimate: true,
  messageCeiling: 0,
  dayCeiling: 0,
}

/** A font size from 12 to 40 px; anything else is 14. */
export function clampFontSize(value: unknown): number {
  const fits = typeof value === "number" && value >= fontSizePx.least && value <= fontSizePx.most
  return fits ? value : fontSizePx.default
}

/** A whole number of micro-reais above 0; anything else is no ceiling. */
export function clampCeiling(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0
}

/** The width a drag ends at: below 230 it snaps to the narrow 100, and it never exceeds 500. */
export function sidebarWidthAfterDrag(widthPx: number): number {
  if (!(widthPx >= sidebarWidthPx.narrowBelow)) return sidebarWidthPx.narrow
  return Math.min(widthPx, sidebarWidthPx.most)
}
