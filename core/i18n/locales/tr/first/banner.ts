import type { Texts } from "../../../texts.ts"

export const tr: Texts["banner"] = {
  label: "Premium hakkında",
  text: (model: string) => `Premium’u keşfedin: ${model} ve diğer modeller`,
  dismiss: "Bir daha gösterme",
}
