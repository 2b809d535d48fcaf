import type { Texts } from "../../../texts.ts"

export const tw: Texts["banner"] = {
  label: "關於 Premium",
  text: (model: string) => `認識 Premium：${model} 和更多模型`,
  dismiss: "不再顯示",
}
