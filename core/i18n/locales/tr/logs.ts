import type { Texts } from "../../texts.ts"

export const tr: Texts["logs"] = {
  intro:
    "Bu tarayıcının modellere gönderdiği istekler, en yeniden en eskiye. Yalnızca bu cihazda durur ve sohbetlerin metnini içermez.",
  openStatement: "Hesap hareketlerini gör",
  clear: "Kayıtları temizle",
  confirmClear: "Bu tarayıcının kayıtları silinsin mi? Sohbetler ve hesap hareketleri değişmez.",
  empty: "Henüz istek yok. Bir soru sorun, burada görünsün.",
  title: "başlık",
  summary: "özet",
  tokens: (input: string, output: string) => `${input} token gönderildi, ${output} token alındı`,
  seconds: (seconds: string) => `${seconds} sn`,
  failed: "Yanıt yok",
}
