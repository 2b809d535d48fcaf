import type { Texts } from "../../../texts.ts"

export const ko: Texts["models"] = {
  left: (day: string | undefined) => (day === undefined ? "종료됨" : `${day} 종료됨`),
  askedFor: (model: string, asked: string) => `${model} (요청: ${asked})`,
}
