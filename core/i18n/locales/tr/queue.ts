import type { Texts } from "../../texts.ts"

export const tr: Texts["queue"] = {
  queued: "Sinyal gelince gönderilecek",
  cancel: "Göndermeyi iptal et",
  old: "Bu mesaj 23 saatten uzun süredir bekliyor. Şimdi gönderilsin mi?",
  dearer: (now: string, then: string) => `Şimdi göndermek ≈\u00a0${now} tutar; yazdığınızda ≈\u00a0${then} tutuyordu.`,
  sendNow: "Şimdi gönder",
}
