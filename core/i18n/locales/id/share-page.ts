import type { Texts } from "../../texts.ts"

export const id: Texts["share-page"] = {
  shared: (product: string) => `${product} · percakapan yang dibagikan`,
  untitled: "Percakapan",
  until: (day: string) => `tersedia sampai ${day}`,
  question: "Pertanyaan",
  answer: "Jawaban",
  written: "Ditulis oleh kecerdasan buatan. Periksa hal-hal yang penting.",
  continueIn: (product: string) => `Lanjutkan di ${product}`,
  report: "Laporkan",
  reportWhy: "Apa yang salah? Kalau mau, ceritakan di sini.",
  reportSend: "Kirim laporan",
  reported: "Terima kasih sudah memberi tahu. Kami akan melihat halaman ini.",
  page: (number: number, of: number) => `Halaman ${number} dari ${of}`,
  next: "Lanjut membaca",
  previous: "Halaman sebelumnya",
  missing: "Tautan ini tidak ada atau sudah dihapus.",
  unreadable: "Percakapan ini tidak dapat dibaca saat ini. Coba lagi nanti.",
  expired: "Masa tautan ini sudah habis.",
  removed: "Tautan ini sudah diturunkan.",
  hidden: "Halaman ini dilaporkan dan menunggu pemeriksaan.",
}
