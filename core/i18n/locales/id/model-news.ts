import type { Texts } from "../../texts.ts"

export const id: Texts["model-news"] = {
  went: (model: string, day: string | undefined) =>
    day === undefined ? `${model} sudah dihentikan.` : `${model} dihentikan pada ${day}.`,
  goesOn: (model: string) => `Percakapan ini dilanjutkan dengan ${model}, tanpa biaya tambahan.`,
  goesOnCheaper: (model: string) => `Percakapan ini dilanjutkan dengan ${model}, yang lebih murah.`,
  answersFor: (model: string, asked: string) => `${model} kini menjawab menggantikan ${asked}.`,
  costsMore: (model: string, percent: string | undefined) =>
    percent === undefined
      ? `${model} lebih mahal per pertanyaan.`
      : `${model} lebih mahal hingga ${percent} per pertanyaan.`,
  nobodyFollows: "Pilih model lain untuk melanjutkan percakapan ini.",
  goOn: "Lanjutkan dengan ini",
  chooseOther: "Pilih yang lain",
  change: "Ganti",
  dismiss: "Tutup pemberitahuan",
}
