import type { Texts } from "../../texts.ts"

export const es: Texts["construction"] = {
  images: "Aquí se guardarán las imágenes que generes. Esta pantalla todavía está en construcción.",
  newImage: "Aquí vas a describir una imagen y elegir su formato. Esta pantalla todavía está en construcción.",
}
