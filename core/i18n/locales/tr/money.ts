import type { Texts } from "../../texts.ts"

export const tr: Texts["money"] = {
  short: (needed: string) => `Yetersiz bakiye: bu mesaj için ${needed} ayrılması gerekiyor.`,
  fits: (model: string) => `${model} ile yeterli.`,
  cheaper: "Sohbeti kısaltın ya da daha ucuz bir model seçin.",
  inUse: (held: string, available: string, needed: string) =>
    `Bakiyenizin ${held} kadarı hâlâ süren yanıtlar için ayrılmış durumda. Geriye ${available} kalıyor, bu mesaj için ${needed} ayrılması gerekiyor. Birinin bitmesini bekleyip yeniden deneyin.`,
  searchesInUse: (searches: string) =>
    `Kalan web arama hakkınız (${searches}) süren yanıtlar için ayrılmış durumda. Birinin bitmesini bekleyin ya da aramayı kapatın.`,
  frozen: "Yetersiz bakiye: bu kod engellendi. Destekle iletişime geçin.",
  overdrawn: (missing: string) =>
    `Yetersiz bakiye: bir ödeme geri alındı ve karşılanması için ${missing} eksik. Bakiye yükleyin ya da destekle iletişime geçin.`,
  frozenMeanwhile:
    "Yanıtın ortasında bu kod engellendi. Gelen kısım burada kayıtlı; yalnızca mesaj ve bu kısım için ödersiniz. Destekle iletişime geçin.",
}
