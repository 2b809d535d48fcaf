import type { Texts } from "../../texts.ts"

export const tw: Texts["model-news"] = {
  went: (model: string, day: string | undefined) =>
    day === undefined ? `${model} 已下線。` : `${model} 已於 ${day} 下線。`,
  goesOn: (model: string) => `這個對話由 ${model} 繼續，價格不會更高。`,
  goesOnCheaper: (model: string) => `這個對話由 ${model} 繼續，價格更低。`,
  answersFor: (model: string, asked: string) => `現在由 ${model} 代替 ${asked} 回答。`,
  costsMore: (model: string, percent: string | undefined) =>
    percent === undefined ? `${model} 每個問題較貴。` : `${model} 每個問題最多貴 ${percent}。`,
  nobodyFollows: "請換一個模型繼續這個對話。",
  goOn: "用它繼續",
  chooseOther: "選擇其他",
  change: "更換",
  dismiss: "關閉提醒",
}
