import type { Texts } from "../../texts.ts"

export const id: Texts["model-list"] = {
  reasoningColumn: "Penalaran",
  speed: "Kecepatan",
  perMessage: "per pesan",
  reasoningRating: (rating: number) => `Penalaran: ${rating} dari 5`,
  speedRating: (rating: number) => `Kecepatan: ${rating} dari 5`,
  onlyPremium: "Hanya dengan kode akses",
  ownKey: "kunci Anda",
  goodAt: {
    flagship: "Paling mampu, untuk pertanyaan sulit",
    everyday: "Untuk sehari-hari, andal di hampir segala hal",
    quick: "Cepat dan murah, untuk tugas sederhana",
    reasoning: "Langkah panjang logika dan matematika",
    long: "Teks sangat panjang dan petunjuk persis",
    legacy: "Generasi sebelumnya",
    oldLogic: "Generasi sebelumnya, untuk logika dan kode",
    cheapLogic: "Logika dan kode, lebih murah",
    pictures: "Membuat gambar",
    voice: "Berbicara dan mendengar",
  },
  priceLevel: (level: number) => `Harga: ${level} dari 4`,
  abilities: {
    sees: "Melihat gambar",
    thinks: "Berpikir sebelum menjawab",
    tools: "Memakai alat",
    long: "Membaca teks sangat panjang",
    searches: "Mencari di web",
  },
  leaves: (day: string) => `berakhir ${day}`,
  followedBy: (model: string) => `dilanjutkan ${model}`,
  noneFound: "Tidak ada model seperti itu. Coba kata lain, misalnya cepat atau gambar.",
}
