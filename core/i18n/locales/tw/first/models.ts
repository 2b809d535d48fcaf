import type { Texts } from "../../../texts.ts"

export const tw: Texts["models"] = {
  left: (day: string | undefined) => (day === undefined ? "已下線" : `已於 ${day} 下線`),
  askedFor: (model: string, asked: string) => `${model}（要求的是：${asked}）`,
}
