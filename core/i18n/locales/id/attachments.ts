import type { Texts } from "../../texts.ts"

/** A number as Indonesian writes it: 1.234. Words do not change with it. */
const number = (value: number): string => value.toLocaleString("id")

export const id: Texts["attachments"] = {
  attachments: "Lampiran",
  removeAttachment: (name: string) => `Hapus ${name}`,
  viewImage: (name: string) => `Lihat ${name}`,
  attached: (count: number) => `${number(count)} lampiran siap`,
  dropTitle: "Lepaskan untuk melampirkan",
  dropText: "Gambar, PDF, dan file teks. Semuanya dibaca di sini, di browser Anda.",
  leftOut: (count: number, limit: string) =>
    `${count} file tidak ikut: satu pesan memuat paling banyak ${limit} lampiran.`,
  refused: {
    "too-large": (name: string, limit: string) => `${name} terlalu besar. Batasnya ${limit}.`,
    "too-many": (name: string, limit: string) =>
      `${name} tidak ikut: satu pesan memuat paling banyak ${limit} lampiran.`,
    unsupported: (name: string) =>
      `${name} tidak dapat dibaca di sini. Yang bisa: gambar (JPEG, PNG, WebP, GIF, AVIF, HEIC), PDF, dan file teks (TXT, CSV, Markdown, kode). Untuk Word atau Excel, ekspor ke PDF atau CSV.`,
    empty: (name: string) => `${name} kosong.`,
    folder: (name: string) => `${name} adalah folder. Seret file di dalamnya.`,
    unreadable: (name: string) =>
      `${name} tidak dapat dibaca. Pastikan filenya masih ada dan perangkat masih punya ruang.`,
    "broken-image": (name: string) => `Gambar ${name} tidak dapat dibuka. Mungkin rusak.`,
    "broken-pdf": (name: string) => `PDF ${name} tidak dapat dibuka. Mungkin rusak.`,
    "locked-pdf": (name: string) =>
      `${name} dilindungi kata sandi. Simpan salinan tanpa kata sandi lalu lampirkan lagi.`,
    "scanned-pdf": (name: string, pages: string) =>
      `${name} (${pages}) adalah hasil pindai: foto halaman tanpa teks. Lampirkan halamannya sebagai gambar, atau PDF yang berisi teks.`,
  },
  unseen: (model: string, count: number) =>
    count === 1
      ? `${model} tidak dapat melihat gambar. Gambar Anda tetap di sini.`
      : `${model} tidak dapat melihat gambar. ${number(count)} gambar Anda tetap di sini.`,
  unseenEarlier: (model: string) =>
    `${model} tidak dapat melihat gambar dalam percakapan ini, hanya tahu bahwa gambarnya ada.`,
  useModel: (model: string) => `Gunakan ${model}`,
  keepUnseen: (model: string) => `Lanjutkan dengan ${model}`,
  keptUnseen: (model: string) => `${model} akan menerima teksnya dan tahu ada gambar, tanpa melihat isinya.`,
}
