import type { Texts } from "../../texts.ts"

export const jp: Texts["model-news"] = {
  went: (model: string, day: string | undefined) =>
    day === undefined ? `${model}は提供が終了しました。` : `${model}は${day}に提供が終了しました。`,
  goesOn: (model: string) => `このチャットは${model}で続きます。料金は上がりません。`,
  goesOnCheaper: (model: string) => `このチャットは${model}で続きます。料金は安くなります。`,
  answersFor: (model: string, asked: string) => `今は${asked}の代わりに${model}が答えます。`,
  costsMore: (model: string, percent: string | undefined) =>
    percent === undefined
      ? `${model}は1つの質問の料金が高くなります。`
      : `${model}は1つの質問につき最大${percent}高くなります。`,
  nobodyFollows: "このチャットを続けるには、別のモデルを選んでください。",
  goOn: "このまま続ける",
  chooseOther: "別のモデルを選ぶ",
  change: "変更",
  dismiss: "お知らせを閉じる",
}
