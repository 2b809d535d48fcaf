import type { Texts } from "../../texts.ts"

export const tr: Texts["model-list"] = {
  reasoningColumn: "Akıl yürütme",
  speed: "Hız",
  perMessage: "mesaj başına",
  reasoningRating: (rating: number) => `Akıl yürütme: 5 üzerinden ${rating}`,
  speedRating: (rating: number) => `Hız: 5 üzerinden ${rating}`,
  onlyPremium: "Yalnızca erişim koduyla",
  ownKey: "anahtarınız",
  goodAt: {
    flagship: "En yeteneklisi, zor sorular için",
    everyday: "Gündelik işler için, neredeyse her konuda iyi",
    quick: "Hızlı ve ucuz, basit işler için",
    reasoning: "Mantık ve matematikte uzun adımlar",
    long: "Çok uzun metinler ve kesin yönergeler",
    legacy: "Önceki kuşak",
    oldLogic: "Önceki kuşak, mantık ve kod için",
    cheapLogic: "Mantık ve kod, daha ucuza",
    pictures: "Görsel üretir",
    voice: "Konuşur ve dinler",
  },
  priceLevel: (level: number) => `Fiyat: 4 üzerinden ${level}`,
  abilities: {
    sees: "Görselleri görür",
    thinks: "Yanıtlamadan önce düşünür",
    tools: "Araç kullanır",
    long: "Çok uzun metinleri okur",
    searches: "Web’de arar",
  },
  leaves: (day: string) => `${day} tarihinde kalkıyor`,
  followedBy: (model: string) => `${model} ile sürüyor`,
  noneFound: "Böyle bir model yok. Başka bir sözcük deneyin: hızlı ya da görsel gibi.",
}
