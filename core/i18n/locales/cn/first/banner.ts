import type { Texts } from "../../../texts.ts"

export const cn: Texts["banner"] = {
  label: "关于 Premium",
  text: (model: string) => `了解 Premium：${model} 等更多模型`,
  dismiss: "不再显示",
}
