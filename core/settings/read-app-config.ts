import { imageDefaults, imageQualities, imageSizes, imageStyles } from "../imagegen/image-choices.ts"
import { fieldsOf, readChoice, readFlag, readNumber, readText, type JsonObject } from "../lib/fields.ts"
import { speechEngines, speechSpeed } from "../speech/speech-choices.ts"
import {
  clampCeiling,
  clampFontSize,
  defaultAppConfig,
  sidebarWidthAfterDrag,
  themes,
  type AppConfig,
  type TtsConfig,
} from "./app-config.ts"
import { emojiOf } from "./avatar.ts"
import {
  clampFrequencyPenalty,
  clampMaxTokens,
  clampPresencePenalty,
  clampReasoningEffort,
  clampTemperature,
  clampTopP,
  clampVerbosity,
} from "./clamps.ts"
import { defaultModelConfig, modelConfigRanges as ranges, type ModelConfig } from "./model-config.ts"
import { submitKeys } from "./submit-key.ts"

/** The version of `nk-app-config`. It counts on from NextChat's. */
export const appConfigVersion = 4.3

/**
 * Reads stored settings of this version, an older one or NextChat: `{state, version}`, or the bare state of a backup.
 * Every value is checked; a damaged one becomes the default.
 */
export function readAppConfig(saved: unknown): AppConfig {
  const { state, version } = fieldsOf(saved)
  const stored = fieldsOf(state === undefined ? saved : state)
  const config = typeof version === "number" ? migrated(stored, version) : stored
  const fallback = defaultAppConfig
  const flag = (name: FlagName) => readFlag(config[name], fallback[name])
  return {
    submitKey: readChoice(config["submitKey"], submitKeys, fallback.submitKey),
    avatar: readAvatar(config["avatar"]),
    fontSize: clampFontSize(config["fontSize"]),
    fontFamily: readText(config["fontFamily"], "", 200),
    theme: readChoice(config["theme"], themes, fallback.theme),
    sidebarWidth: readSidebarWidth(config["sidebarWidth"]),
    customModels: readText(config["customModels"], "", 20_000),
    models: fallback.models,
    modelConfig: readModelConfig(config["modelConfig"]),
    ttsConfig: readTtsConfig(config["ttsConfig"]),
    messageCeiling: clampCeiling(config["messageCeiling"]),
    dayCeiling: clampCeiling(config["dayCeiling"]),
    tightBorder: flag("tightBorder"),
    sendPreviewBubble: flag("sendPreviewBubble"),
    enableAutoGenerateTitle: flag("enableAutoGenerateTitle"),
    enableArtifacts: flag("enableArtifacts"),
    enableImageGeneration: flag("enableImageGeneration"),
    disablePromptHint: flag("disablePromptHint"),
    dontShowMaskSplashScreen: flag("dontShowMaskSplashScreen"),
    hideBuiltinMasks: flag("hideBuiltinMasks"),
    showCostEstimate: flag("showCostEstimate"),
    modelChosen: flag("modelChosen"),
  }
}

/** The settings that are on or off. */
type FlagName = { [Name in keyof AppConfig]: AppConfig[Name] extends boolean ? Name : never }[keyof AppConfig]

/** Reads the settings of a model: a missing value becomes the default, a value outside its range falls back. */
export function readModelConfig(saved: unknown): ModelConfig {
  const config = fieldsOf(saved)
  const fallback = defaultModelConfig
  const clamped = <Value>(name: keyof ModelConfig, clamp: (value: unknown) => Value, missing: Value): Value =>
    config[name] === undefined ? missing : clamp(config[name])
  const name = (field: keyof ModelConfig, other: string) => readText(config[field], other, 200).trim() || other
  const whole = (field: keyof typeof ranges) =>
    readNumber(config[field], fallback[field], { ...ranges[field], whole: true })
  return {
    model: name("model", fallback.model),
    providerName: name("providerName", fallback.providerName),
    temperature: clamped("temperature", clampTemperature, fallback.temperature),
    top_p: clamped("top_p", clampTopP, fallback.top_p),
    max_tokens: clamped("max_tokens", clampMaxTokens, fallback.max_tokens),
    presence_penalty: clamped("presence_penalty", clampPresencePenalty, fallback.presence_penalty),
    frequency_penalty: clamped("frequency_penalty", clampFrequencyPenalty, fallback.frequency_penalty),
    sendMemory: readFlag(config["sendMemory"], fallback.sendMemory),
    historyMessageCount: whole("historyMessageCount"),
    compressMessageLengthThreshold: whole("compressMessageLengthThreshold"),
    compressModel: name("compressModel", fallback.compressModel),
    compressProviderName: name("compressProviderName", fallback.compressProviderName),
    enableInjectSystemPrompts: readFlag(config["enableInjectSystemPrompts"], fallback.enableInjectSystemPrompts),
    template: readText(config["template"], fallback.template, 20_000),
    size: readChoice(config["size"], imageSizes, imageDefaults.size),
    quality: readChoice(config["quality"], imageQualities, imageDefaults.quality),
    style: readChoice(config["style"], imageStyles, imageDefaults.style),
    reasoning_effort: clamped("reasoning_effort", clampReasoningEffort, fallback.reasoning_effort),
    verbosity: clamped("verbosity", clampVerbosity, fallback.verbosity),
    enable_web_search: readFlag(config["enable_web_search"], fallback.enable_web_search),
    max_web_search_calls: whole("max_web_search_calls"),
  }
}

function readTtsConfig(saved: unknown): TtsConfig {
  const config = fieldsOf(saved)
  const fallback = defaultAppConfig.ttsConfig
  return {
    enable: readFlag(config["enable"], fallback.enable),
    autoplay: readFlag(config["autoplay"], fallback.autoplay),
    engine: readChoice(config["engine"], speechEngines, fallback.engine),
    model: readText(config["model"], fallback.model, 128) || fallback.model,
    voice: readText(config["voice"], fallback.voice, 100) || fallback.voice,
    speed: readNumber(config["speed"], speechSpeed.usual, speechSpeed),
  }
}

function readAvatar(saved: unknown): string {
  return typeof saved === "string" && saved.length <= 100 && emojiOf(saved) ? saved : defaultAppConfig.avatar
}

/** A missing width is the default, not the narrow one. */
function readSidebarWidth(saved: unknown): number {
  return typeof saved === "number" && Number.isFinite(saved)
    ? sidebarWidthAfterDrag(saved)
    : defaultAppConfig.sidebarWidth
}

/** NextChat's migrations, as far as they change values that are still read. */
const steps: readonly { readonly to: number; readonly step: (config: JsonObject) => JsonObject }[] = [
  {
    to: 3.4,
    step: (config) => ({
      ...config,
      dontShowMaskSplashScreen: false,
      hideBuiltinMasks: false,
      modelConfig: {
        ...fieldsOf(config["modelConfig"]),
        sendMemory: true,
        historyMessageCount: 4,
        compressMessageLengthThreshold: 1000,
        frequency_penalty: 0,
        top_p: 1,
        template: defaultModelConfig.template,
      },
    }),
  },
  { to: 3.6, step: (config) => withModel(config, { enableInjectSystemPrompts: true }) },
  { to: 3.7, step: (config) => ({ ...config, enableAutoGenerateTitle: true }) },
  {
    to: 4,
    step: (config) =>
      withModel(config, {
        compressModel: defaultModelConfig.compressModel,
        compressProviderName: defaultModelConfig.compressProviderName,
      }),
  },
]

function withModel(config: JsonObject, changes: JsonObject): JsonObject {
  return { ...config, modelConfig: { ...fieldsOf(config["modelConfig"]), ...changes } }
}

function migrated(config: JsonObject, version: number): JsonObject {
  return steps.filter(({ to }) => version < to).reduce((before, { step }) => step(before), config)
}
