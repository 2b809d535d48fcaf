import type { Texts } from "../../texts.ts"

export const id: Texts["links"] = {
  question: "Tautan yang Anda buka ingin mengubah hal berikut di perangkat ini:",
  questionWithAddress:
    "Tautan yang Anda buka ingin mengubah hal berikut di perangkat ini. Percakapan Anda akan melewati alamat ini: terima hanya jika Anda percaya pada pengirim tautannya.",
  apply: "Terapkan",
  key: "Kunci OpenAI Anda",
  keyThere: "Kunci yang sudah ada di sini, dikirim ke alamat ini",
  address: "Alamat OpenAI",
  applied: "Pengaturan diterapkan",
  off: "Situs ini tidak menerima pengaturan lewat tautan. Anda dapat mengetiknya di Pengaturan.",
}
