import type { Texts } from "../../texts.ts"

export const bn: Texts["model-news"] = {
  went: (model: string, day: string | undefined) =>
    day === undefined ? `${model} বন্ধ হয়েছে।` : `${model} ${day} তারিখে বন্ধ হয়েছে।`,
  goesOn: (model: string) => `এই কথোপকথন ${model} দিয়ে চলবে, খরচ বাড়বে না।`,
  goesOnCheaper: (model: string) => `এই কথোপকথন ${model} দিয়ে চলবে, খরচ কম।`,
  answersFor: (model: string, asked: string) => `এখন ${asked}-এর বদলে ${model} উত্তর দেয়।`,
  costsMore: (model: string, percent: string | undefined) =>
    percent === undefined
      ? `${model}-এ প্রতি প্রশ্নে বেশি খরচ হয়।`
      : `${model}-এ প্রতি প্রশ্নে ${percent} পর্যন্ত বেশি খরচ হয়।`,
  nobodyFollows: "এই কথোপকথন চালিয়ে যেতে অন্য মডেল বেছে নিন।",
  goOn: "এটি দিয়েই চলুক",
  chooseOther: "অন্যটি বেছে নিন",
  change: "বদলান",
  dismiss: "বিজ্ঞপ্তি সরান",
}
