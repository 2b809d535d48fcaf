import type { Texts } from "../../texts.ts"

export const no: Texts["construction"] = {
  images: "Her finner du bildene du lager. Denne siden er under arbeid.",
  newImage: "Her vil du kunne beskrive et bilde og velge formatet. Denne siden er under arbeid.",
}
