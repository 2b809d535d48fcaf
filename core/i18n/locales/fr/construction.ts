import type { Texts } from "../../texts.ts"

export const fr: Texts["construction"] = {
  images: "Les images que vous générez seront conservées ici. Cet écran est encore en construction.",
  newImage: "Vous pourrez décrire ici une image et choisir son format. Cet écran est encore en construction.",
}
