import type { Texts } from "../../texts.ts"

export const cn: Texts["model-news"] = {
  went: (model: string, day: string | undefined) =>
    day === undefined ? `${model} 已下线。` : `${model} 已于 ${day} 下线。`,
  goesOn: (model: string) => `这个对话由 ${model} 继续，价格不会更高。`,
  goesOnCheaper: (model: string) => `这个对话由 ${model} 继续，价格更低。`,
  answersFor: (model: string, asked: string) => `现在由 ${model} 代替 ${asked} 回答。`,
  costsMore: (model: string, percent: string | undefined) =>
    percent === undefined ? `${model} 每个问题更贵。` : `${model} 每个问题最多贵 ${percent}。`,
  nobodyFollows: "请换一个模型继续这个对话。",
  goOn: "用它继续",
  chooseOther: "选择其他",
  change: "更换",
  dismiss: "关闭提醒",
}
