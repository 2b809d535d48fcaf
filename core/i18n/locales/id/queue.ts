import type { Texts } from "../../texts.ts"

export const id: Texts["queue"] = {
  queued: "Akan dikirim saat ada sinyal",
  cancel: "Batalkan pengiriman",
  old: "Pesan ini sudah menunggu lebih dari 23 jam. Kirim sekarang?",
  dearer: (now: string, then: string) => `Mengirim sekarang berbiaya ≈\u00a0${now}; saat ditulis ≈\u00a0${then}.`,
  sendNow: "Kirim sekarang",
}
