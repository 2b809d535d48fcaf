import type { Texts } from "../../texts.ts"

export const id: Texts["money"] = {
  short: (needed: string) => `Saldo tidak cukup: pesan ini perlu mencadangkan ${needed}.`,
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
    "Kode ini diblokir di tengah jawaban. Bagian yang sudah diterima tersimpan di sini, dan Anda hanya membayar pesan dan bagian itu. Hubungi dukungan.",
}
