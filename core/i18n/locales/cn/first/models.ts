import type { Texts } from "../../../texts.ts"

export const cn: Texts["models"] = {
  left: (day: string | undefined) => (day === undefined ? "已下线" : `已于 ${day} 下线`),
  askedFor: (model: string, asked: string) => `${model}（请求的是：${asked}）`,
}
