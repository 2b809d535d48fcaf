import type { Texts } from "../../texts.ts"

export const id: Texts["logs"] = {
  intro:
    "Permintaan yang dikirim browser ini ke model, dari yang terbaru. Hanya tersimpan di perangkat ini dan tidak memuat teks percakapan.",
  openStatement: "Lihat mutasi saldo",
  clear: "Hapus log",
  confirmClear: "Hapus log browser ini? Percakapan dan mutasi saldo tidak berubah.",
  empty: "Belum ada permintaan. Ajukan pertanyaan dan permintaannya muncul di sini.",
  title: "judul",
  summary: "ringkasan",
  tokens: (input: string, output: string) => `${input} token dikirim, ${output} diterima`,
  seconds: (seconds: string) => `${seconds} dtk`,
  failed: "Tidak ada jawaban",
}
