import type { Texts } from "../../texts.ts"

export const cs: Texts["construction"] = {
  images: "Tady budou obrázky, které vytvoříte. Na této obrazovce ještě pracujeme.",
  newImage: "Tady obrázek popíšete a zvolíte jeho formát. Na této obrazovce ještě pracujeme.",
}
