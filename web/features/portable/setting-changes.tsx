import { reasoningEfforts } from "#core/gateway/chat-request.ts"
import { formatMoney } from "../../platform/language/money.ts"
import type { LaterTexts } from "#core/i18n/texts.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { settingChanges, type SettingChange, type SettingName } from "#core/portable/setting-changes.ts"
import type { AppConfig } from "#core/settings/app-config.ts"
import { emojiOf } from "#core/settings/avatar.ts"
import { formatCount } from "../../platform/language/format.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { useConfig } from "../../state/config-store.ts"
import styles from "./portable.module.css"

/** So many changes are listed, and so much of a value is, in characters. */
const mostListed = 12
const longestValue = 60

/** What the settings of a file would change here: the name of each, its value now and then. */
export function SettingChanges({ coming }: { readonly coming: (here: AppConfig) => Partial<AppConfig> }) {
  const t = chapterTexts("portable").import
  const here = useConfig()
  const changes = settingChanges(coming(here), here)
  if (changes.length === 0) return <p className={styles.soft}>{t.sameSettings}</p>
  return (
    <>
      <ul className={styles.soft} aria-label={t.settingsChange}>
        {changes.slice(0, mostListed).map((change) => (
          <li key={change.name}>
            {nameOf(change.name)}: {t.nowThen(valueOf(change, change.before), valueOf(change, change.after))}
          </li>
        ))}
      </ul>
      {changes.length > mostListed && (
        <p className={styles.soft}>{t.moreChanges(formatCount(changes.length - mostListed))}</p>
      )}
    </>
  )
}

type SettingTexts = LaterTexts["settings"]

function nameOf(name: SettingName): string {
  const key = titles[name]
  const title = key === undefined ? name : chapterTexts("settings")[key]
  return typeof title === "string" ? title : name
}

function valueOf({ name }: SettingChange, value: SettingChange["before"]): string {
  const t = chapterTexts("settings")
  const { on, off } = chapterTexts("portable").import
  if (typeof value === "boolean") return value !== opposites.has(name) ? on : off
  if (name === "messageCeiling" || name === "dayCeiling")
    return value === 0 ? t.ceilingPlaceholder : formatMoney(microReais(Number(value)))
  const text = String(value)
  if (name === "avatar") return emojiOf(text) ?? text
  if (name === "theme") return { auto: t.themeAuto, light: t.themeLight, dark: t.themeDark }[text] ?? text
  const isLevel = name === "reasoning_effort" || name === "verbosity"
  const level = isLevel ? reasoningEfforts.find((one) => one === text) : undefined
  if (level !== undefined) return t.levels[level]
  if (text === "") return "—"
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text
}

/** Their stored names say the opposite of their titles. */
const opposites: ReadonlySet<SettingName> = new Set([
  "disablePromptHint",
  "dontShowMaskSplashScreen",
  "hideBuiltinMasks",
])

/** The title of each on the settings screen; those without one stand by their stored names. */
const titles: Partial<Record<SettingName, keyof SettingTexts>> = {
  submitKey: "submitKey",
  avatar: "avatar",
  fontSize: "fontSize",
  fontFamily: "fontFamily",
  theme: "theme",
  tightBorder: "tightBorder",
  sendPreviewBubble: "sendPreviewBubble",
  enableAutoGenerateTitle: "autoTitle",
  enableArtifacts: "artifacts",
  enableImageGeneration: "enableImages",
  disablePromptHint: "promptHints",
  dontShowMaskSplashScreen: "maskSplash",
  hideBuiltinMasks: "builtinMasks",
  customModels: "customModels",
  showCostEstimate: "showCostEstimate",
  messageCeiling: "messageCeiling",
  dayCeiling: "dayCeiling",
  model: "model",
  providerName: "provider",
  temperature: "temperature",
  top_p: "topP",
  max_tokens: "maxTokens",
  presence_penalty: "presencePenalty",
  frequency_penalty: "frequencyPenalty",
  sendMemory: "sendMemory",
  historyMessageCount: "historyCount",
  compressMessageLengthThreshold: "compressThreshold",
  compressModel: "compressModel",
  enableInjectSystemPrompts: "injectSystemPrompts",
  template: "template",
  size: "imageSize",
  quality: "imageQuality",
  style: "imageStyle",
  reasoning_effort: "reasoningEffort",
  verbosity: "verbosity",
  enable_web_search: "webSearch",
  max_web_search_calls: "webSearchCalls",
  "tts-enable": "tts",
  "tts-autoplay": "ttsAutoplay",
  "tts-engine": "ttsEngine",
  "tts-model": "ttsModel",
  "tts-voice": "ttsVoice",
  "tts-speed": "ttsSpeed",
}
