import type { Texts } from "../../texts.ts"

export const it: Texts["construction"] = {
  images: "Qui troverai le immagini che generi. Questa schermata è ancora in costruzione.",
  newImage: "Qui potrai descrivere un’immagine e sceglierne il formato. Questa schermata è ancora in costruzione.",
}
