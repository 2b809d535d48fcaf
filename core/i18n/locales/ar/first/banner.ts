import type { Texts } from "../../../texts.ts"
import { own } from "../../../isolates.ts"

export const ar: Texts["banner"] = {
  label: "عن Premium",
  text: (model: string) => `تعرّف على Premium: ${own(model)} ونماذج أخرى`,
  dismiss: "عدم الإظهار مجددًا",
}
