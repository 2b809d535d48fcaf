import type { Texts } from "../../texts.ts"

/** A number as Indonesian writes it: 1.234. Words do not change with it. */
const number = (value: number): string => value.toLocaleString("id")

export const id: Texts["search"] = {
  title: "Cari di Riwayat",
  field: "Cari di percakapan",
  placeholder: "Ketik kata yang dicari",
  clear: "Kosongkan pencarian",
  loading: "Memuat…",
  hint: "Mencari di semua pesan di perangkat ini, bahkan jika ada salah ketik.",
  count: (count: number) => `${number(count)} hasil ditemukan`,
  countSoFar: (count: number) => `${number(count)} hasil sejauh ini…`,
  similar: "Tidak ada yang persis dengan kata-kata ini; yang ini mirip.",
  noResult: "Tidak ada hasil",
  noResultHint: "Coba lebih sedikit kata, atau kata lain.",
  noData: "Tidak ada data: belum ada pesan untuk dicari.",
  failed: "Pencarian tidak dapat dilakukan sekarang. Terus mengetik untuk mencoba lagi.",
  results: "Hasil",
  inTitle: "Judul percakapan",
  untitled: "Percakapan baru",
  view: "Lihat",
  page: (at: number, of: number) => `Halaman ${at} dari ${of}`,
  previous: "Halaman sebelumnya",
  next: "Halaman berikutnya",
}
