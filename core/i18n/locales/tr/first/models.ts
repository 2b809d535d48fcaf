import type { Texts } from "../../../texts.ts"

export const tr: Texts["models"] = {
  left: (day: string | undefined) => (day === undefined ? "yayından kalktı" : `${day} tarihinde kalktı`),
  askedFor: (model: string, asked: string) => `${model} (istenen: ${asked})`,
}
