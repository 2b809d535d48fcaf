import type { Texts } from "../../texts.ts"

export const sk: Texts["construction"] = {
  images: "Tu budú obrázky, ktoré vytvoríte. Na tejto obrazovke ešte pracujeme.",
  newImage: "Tu obrázok opíšete a zvolíte jeho formát. Na tejto obrazovke ešte pracujeme.",
}
