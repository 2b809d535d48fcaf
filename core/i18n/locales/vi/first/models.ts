import type { Texts } from "../../../texts.ts"

export const vi: Texts["models"] = {
  left: (day: string | undefined) => (day === undefined ? "đã ngừng" : `đã ngừng từ ${day}`),
  askedFor: (model: string, asked: string) => `${model} (đã yêu cầu: ${asked})`,
}
