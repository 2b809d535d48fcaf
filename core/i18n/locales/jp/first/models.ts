import type { Texts } from "../../../texts.ts"

export const jp: Texts["models"] = {
  left: (day: string | undefined) => (day === undefined ? "終了しました" : `${day}に終了しました`),
  askedFor: (model: string, asked: string) => `${model}（指定：${asked}）`,
}
