import type { Texts } from "../../texts.ts"

export const tr: Texts["links"] = {
  question: "Açtığınız bağlantı bu cihazda şunu değiştirmek istiyor:",
  questionWithAddress:
    "Açtığınız bağlantı bu cihazda şunu değiştirmek istiyor. Sohbetleriniz bu adresten geçecek: yalnızca bağlantıyı gönderene güveniyorsanız kabul edin.",
  apply: "Uygula",
  key: "OpenAI anahtarınız",
  keyThere: "Burada zaten bulunan anahtar, bu adrese gönderilecek",
  address: "OpenAI adresi",
  applied: "Ayarlar uygulandı",
  off: "Bu site bağlantıyla ayar kabul etmiyor. Ayarlar’dan elle yazabilirsiniz.",
}
