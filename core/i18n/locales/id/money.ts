import type { Texts } from "../../texts.ts"

export const id: Texts["money"] = {
  short: (available: string, needed: string, model: string) =>
    `Saldo tidak cukup untuk ${model}: Anda punya ${available}, dan pesan ini perlu mencadangkan ${needed}.`,
  fits: (model: string) => `Dengan ${model} cukup.`,
  cheaper: "Persingkat percakapan atau pilih model yang lebih murah.",
  inUse: (held: string, available: string, needed: string) =>
    `Dari saldo Anda, ${held} sedang dicadangkan untuk jawaban yang masih berlangsung. Tersisa ${available}, dan pesan ini perlu mencadangkan ${needed}. Tunggu salah satunya selesai lalu coba lagi.`,
  searchesInUse: (searches: string) =>
    `Sisa pencarian web Anda (${searches}) sedang dicadangkan untuk jawaban yang masih berlangsung. Tunggu salah satunya selesai, atau matikan pencarian.`,
  frozen: "Saldo tidak cukup: kode ini diblokir. Hubungi dukungan.",
  overdrawn: (missing: string) =>
    `Saldo tidak cukup: sebuah pembayaran ditarik kembali, dan masih kurang ${missing} untuk menutupnya. Isi saldo atau hubungi dukungan.`,
  frozenMeanwhile:
    "Kode ini diblokir saat jawaban sedang diterima. Bagian yang sudah diterima tersimpan di sini, dan yang dikenai biaya hanya bagian itu serta pesan Anda. Hubungi dukungan.",
}
