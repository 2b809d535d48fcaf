import type { Texts } from "../../texts.ts"

export const en: Texts["construction"] = {
  images: "The images you create will be kept here. This screen is still being built.",
  newImage: "Here you will describe an image and choose its shape. This screen is still being built.",
}
