import { imageQualities, imageSizes, imageStyles } from "#core/imagegen/image-choices.ts"
import { fieldsOf } from "#core/lib/fields.ts"
import { microReais } from "#core/lib/micro-reais.ts"
import { readAppConfig } from "#core/settings/read-app-config.ts"
import type { TtsConfig } from "#core/settings/app-config.ts"
import { edgeModel, type SpeechEngine, speechEngines, speechModels, speechSpeed } from "#core/speech/speech-choices.ts"
import { voicesOf } from "#core/speech/voices.ts"
import { mediaOffers } from "../../platform/gateway/media-offers.ts"
import { currentLocale } from "../../platform/language/language.ts"
import { formatMoney } from "../../platform/language/money.ts"
import { chapterTexts } from "../../platform/language/texts.ts"
import { useAccess } from "../../state/access-store.ts"
import { useConfig } from "../../state/config-store.ts"
import { ModelChoice } from "../../model-settings/model-controls.tsx"
import { ConfigSwitch } from "./config-controls.tsx"
import { NumberControl, SelectControl, SwitchControl } from "../../ui/setting-controls.tsx"
import type { Chapter } from "./chapter.ts"
import { entry } from "../../ui/setting-entry.tsx"

/** Pictures made from words. `role`: who makes them, `name@Provider`; only dall-e-3 has style and quality. */
export function imagesChapter(role: string | undefined): Chapter {
  const t = chapterTexts("settings")
  const isLiteral = role === undefined || role.startsWith("dall-e-")
  // Other models have other measures for the same shapes.
  const shape = (text: string) => (isLiteral ? text : text.replace(/[(（][^()（）]*[)）]/, "").trim())
  const sizes = { "1024x1024": shape(t.imageSquare), "1792x1024": shape(t.imageWide), "1024x1792": shape(t.imageTall) }
  const qualities = { standard: t.imageStandard, hd: t.imageHd }
  const styles = { vivid: t.imageVivid, natural: t.imageNatural }
  return {
    id: "imagens",
    title: t.images,
    entries: [
      entry(t.enableImages, t.enableImagesHint, <ConfigSwitch name="enableImageGeneration" />),
      entry(
        t.imageSize,
        t.imageSizeHint,
        <ModelChoice name="size" options={imageSizes.map((value) => ({ value, text: sizes[value] }))} />,
      ),
      isLiteral &&
        entry(
          t.imageQuality,
          t.imageQualityHint,
          <ModelChoice name="quality" options={imageQualities.map((value) => ({ value, text: qualities[value] }))} />,
        ),
      isLiteral &&
        entry(
          t.imageStyle,
          t.imageStyleHint,
          <ModelChoice name="style" options={imageStyles.map((value) => ({ value, text: styles[value] }))} />,
        ),
    ],
  }
}

/** Answers read aloud. */
export function speechChapter(engine: TtsConfig["engine"]): Chapter {
  const t = chapterTexts("settings")
  return {
    id: "voz",
    title: t.speech,
    entries: [
      entry(t.tts, t.ttsHint, <TtsSwitch name="enable" />),
      entry(t.ttsAutoplay, t.ttsAutoplayHint, <TtsSwitch name="autoplay" />),
      entry(t.ttsEngine, t.ttsEngineHint, <TtsEngine />),
      engine === "OpenAI-TTS" && entry(t.ttsModel, t.ttsModelHint, <TtsModel />),
      engine !== "device" && entry(t.ttsVoice, t.ttsVoiceHint, <TtsVoice />),
      entry(t.ttsSpeed, t.ttsSpeedHint, <TtsSpeed />),
    ],
  }
}

function changeTts(changes: Partial<TtsConfig>): void {
  const { ttsConfig, change } = useConfig.getState()
  change({ ttsConfig: { ...ttsConfig, ...changes } })
}

function TtsSwitch({ name }: { readonly name: "enable" | "autoplay" }) {
  const checked = useConfig((config) => config.ttsConfig[name])
  return <SwitchControl checked={checked} onChange={(on) => changeTts({ [name]: on })} />
}

/** Another engine has other voices: its usual one is taken. */
function TtsEngine() {
  const t = chapterTexts("settings")
  const engine = useConfig((config) => config.ttsConfig.engine)
  const config = useAccess((state) => state.config)
  const nameOf = (value: SpeechEngine) => {
    if (value === "device") return t.ttsDevice
    return value === "Edge-TTS" && !mediaOffers(config).edge ? t.ttsNotOffered(value) : value
  }
  return (
    <SelectControl
      value={engine}
      options={speechEngines.map((value) => ({
        value,
        text: nameOf(value),
        isDisabled: value === "Edge-TTS" && !mediaOffers(config).edge && value !== engine,
      }))}
      onChange={(chosen) => {
        const voice = voicesOf(chosen, currentLocale(), config.edgeTTSVoiceName)[0]
        changeTts({ engine: chosen, ...(voice === undefined ? {} : { voice }) })
      }}
    />
  )
}

/** The models that are offered, each with its price; where the server tells none, the usual ones. */
function TtsModel() {
  const t = chapterTexts("settings")
  const model = useConfig((config) => config.ttsConfig.model)
  const config = useAccess((state) => state.config)
  const offers = mediaOffers(config).speech.filter(
    (offer) => offer.model !== edgeModel && offer.perMillion !== undefined,
  )
  const names: readonly string[] = offers.length > 0 ? offers.map((offer) => offer.model) : speechModels
  const shown = names.includes(model) ? names : [model, ...names]
  const textOf = (name: string) => {
    const perMillion = offers.find((offer) => offer.model === name)?.perMillion
    if (perMillion === undefined) return name
    return `${name} · ${t.ttsPrice(formatMoney(microReais(Math.ceil(perMillion / 1_000))))}`
  }
  return (
    <SelectControl<string>
      value={model}
      options={shown.map((value) => ({ value, text: textOf(value) }))}
      onChange={(chosen) => changeTts({ model: chosen })}
    />
  )
}

function TtsVoice() {
  const { engine, voice } = useConfig((config) => config.ttsConfig)
  const operators = useAccess((state) => state.config.edgeTTSVoiceName)
  const voices = voicesOf(engine, currentLocale(), operators)
  const shown = voices.includes(voice) ? voices : [voice, ...voices]
  return (
    <SelectControl<string>
      value={voice}
      options={shown.map((value) => ({ value, text: value.replace(/Neural$/, "") }))}
      onChange={(chosen) => changeTts({ voice: chosen })}
    />
  )
}

function TtsSpeed() {
  const speed = useConfig((config) => config.ttsConfig.speed)
  const clamp = (typed: number) => readAppConfig({ ttsConfig: fieldsOf({ speed: typed }) }).ttsConfig.speed
  return (
    <NumberControl
      value={speed}
      least={speechSpeed.least}
      most={speechSpeed.most}
      step={0.05}
      clamp={clamp}
      onChange={(chosen) => changeTts({ speed: chosen })}
    />
  )
}
