import type { Texts } from "../../texts.ts"

export const id: Texts["tools"] = {
  confirm: (name) => `Konfirmasi alat ${name}`,
  asks: (name) => `Alat ${name} menunggu izin Anda.`,
  reads: "membaca",
  writes: "menulis",
  noArguments: "Tanpa data.",
  dataGoes: (host) => `Data ini keluar dari sini menuju ${host}.`,
  afterOther: (host) =>
    `Sebelum panggilan ini, model membaca jawaban dari ${host}. Pastikan ini memang yang Anda minta.`,
  run: "Jalankan",
  refuse: "Tolak",
  runAll: "Jalankan semua",
  always: "Selalu jalankan di percakapan ini",
  noHurry: "Tidak perlu buru-buru: pertanyaannya menunggu Anda.",
  perRound: (price) => `≈\u00a0${price} per putaran.`,
  refused: (name) => `Anda tidak mengizinkan ${name} dijalankan`,
  menu: "Alat",
  brazil: (topics) => `Brasil: ${topics}`,
  brazilHint:
    "Mencari di sumber publik untuk pertanyaan ini. Ketuk untuk menyalakan atau mematikannya di percakapan ini.",
  topics: {
    cep: "kode pos",
    cnpj: "CNPJ",
    currency: "kurs",
    holidays: "hari libur",
    rates: "suku bunga",
    banks: "bank",
    ddd: "kode area",
    population: "penduduk",
    names: "nama",
  },
  noTools: (model) => `${model} tidak memakai alat`,
  tooMany: "Terlalu banyak alat untuk satu pertanyaan. Matikan beberapa operasi agar yang lain ikut.",
  manage: "Kelola plugin",
  here: "Di percakapan ini",
}
