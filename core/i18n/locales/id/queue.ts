import type { Texts } from "../../texts.ts"

export const id: Texts["queue"] = {
  queued: "Akan dikirim saat ada sinyal",
  cancel: "Batalkan pengiriman",
  old: "Pesan ini sudah menunggu lebih dari 23 jam. Kirim sekarang?",
  dearer: (now: string, then: string) =>
    `Jika dikirim sekarang, biayanya ≈\u00a0${now}; saat Anda menulisnya ≈\u00a0${then}.`,
  sendNow: "Kirim sekarang",
}
