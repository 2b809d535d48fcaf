import type { Texts } from "../../../texts.ts"

export const id: Texts["banner"] = {
  label: "Tentang Premium",
  text: (model: string) => `Kenali Premium: ${model} dan model lainnya`,
  dismiss: "Jangan tampilkan lagi",
}
