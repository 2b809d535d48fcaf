import type { Texts } from "../../texts.ts"

export const tr: Texts["share-page"] = {
  shared: (product: string) => `${product} · paylaşılan sohbet`,
  untitled: "Sohbet",
  until: (day: string) => `${day} tarihine kadar açık`,
  question: "Soru",
  answer: "Yanıt",
  written: "Yapay zekâ tarafından yazıldı. Önemli olanları kontrol edin.",
  continueIn: (product: string) => `${product} içinde sürdür`,
  report: "Bildir",
  reportWhy: "Sorun ne? İsterseniz buraya yazın.",
  reportSend: "Bildirimi gönder",
  reported: "Haber verdiğiniz için teşekkürler. Bu sayfaya bakacağız.",
  page: (number: number, of: number) => `Sayfa ${number} / ${of}`,
  next: "Okumaya devam et",
  previous: "Önceki sayfa",
  missing: "Bu bağlantı yok ya da silinmiş.",
  unreadable: "Bu sohbet şu anda okunamıyor. Biraz sonra yeniden deneyin.",
  expired: "Bu bağlantının süresi doldu.",
  removed: "Bu bağlantı kaldırıldı.",
  hidden: "Bu sayfa bildirildi ve inceleme bekliyor.",
}
