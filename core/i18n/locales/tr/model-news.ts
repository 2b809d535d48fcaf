import type { Texts } from "../../texts.ts"

export const tr: Texts["model-news"] = {
  went: (model: string, day: string | undefined) =>
    day === undefined ? `${model} yayından kalktı.` : `${model}, ${day} tarihinde yayından kalktı.`,
  goesOn: (model: string) => `Bu sohbet, daha pahalı olmayan ${model} ile sürüyor.`,
  goesOnCheaper: (model: string) => `Bu sohbet, daha ucuz olan ${model} ile sürüyor.`,
  answersFor: (model: string, asked: string) => `${asked} yerine artık ${model} yanıtlıyor.`,
  costsMore: (model: string, percent: string | undefined) =>
    percent === undefined
      ? `${model} soru başına daha pahalıdır.`
      : `${model} soru başına en fazla ${percent} daha pahalıdır.`,
  nobodyFollows: "Bu sohbeti sürdürmek için başka bir model seçin.",
  goOn: "Onunla sürdür",
  chooseOther: "Başkasını seç",
  change: "Değiştir",
  dismiss: "Bildirimi kapat",
}
