import type { SpeechEngine } from "./speech-choices.ts"

export const speechVoices = ["alloy", "echo", "fable", "onyx", "nova", "shimmer"] as const

/** Edge's voices by the interface's language, the usual one first. Languages without an entry get English. */
const edgeVoices: Readonly<Record<string, readonly string[]>> = {
  pt: ["pt-BR-FranciscaNeural", "pt-BR-AntonioNeural", "pt-BR-ThalitaNeural", "pt-PT-RaquelNeural"],
  en: ["en-US-AriaNeural", "en-US-GuyNeural", "en-GB-SoniaNeural"],
  cn: ["zh-CN-YunxiNeural", "zh-CN-XiaoxiaoNeural", "zh-CN-YunjianNeural"],
  tw: ["zh-TW-HsiaoChenNeural", "zh-TW-YunJheNeural"],
  jp: ["ja-JP-NanamiNeural", "ja-JP-KeitaNeural"],
  ko: ["ko-KR-SunHiNeural", "ko-KR-InJoonNeural"],
  id: ["id-ID-GadisNeural", "id-ID-ArdiNeural"],
  fr: ["fr-FR-DeniseNeural", "fr-FR-HenriNeural"],
  es: ["es-ES-ElviraNeural", "es-MX-DaliaNeural", "es-ES-AlvaroNeural"],
  it: ["it-IT-ElsaNeural", "it-IT-DiegoNeural"],
  tr: ["tr-TR-EmelNeural", "tr-TR-AhmetNeural"],
  de: ["de-DE-KatjaNeural", "de-DE-ConradNeural"],
  vi: ["vi-VN-HoaiMyNeural", "vi-VN-NamMinhNeural"],
  ru: ["ru-RU-SvetlanaNeural", "ru-RU-DmitryNeural"],
  cs: ["cs-CZ-VlastaNeural", "cs-CZ-AntoninNeural"],
  no: ["nb-NO-PernilleNeural", "nb-NO-FinnNeural"],
  ar: ["ar-SA-ZariyahNeural", "ar-SA-HamedNeural"],
  bn: ["bn-BD-NabanitaNeural", "bn-BD-PradeepNeural"],
  sk: ["sk-SK-ViktoriaNeural", "sk-SK-LukasNeural"],
}

/** The voices to choose from, the usual one first; the operator's (`EDGE_TTS_VOICE_NAME`) stands before all others. */
export function voicesOf(engine: SpeechEngine, locale: string, operators = ""): readonly string[] {
  if (engine === "device") return []
  if (engine === "OpenAI-TTS") return speechVoices
  const own = edgeVoices[locale] ?? edgeVoices["en"] ?? []
  return operators === "" ? own : [operators, ...own.filter((voice) => voice !== operators)]
}
