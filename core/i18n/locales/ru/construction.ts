import type { Texts } from "../../texts.ts"

export const ru: Texts["construction"] = {
  images: "Здесь будут храниться созданные вами изображения. Этот экран ещё в работе.",
  newImage: "Здесь можно будет описать изображение и выбрать его формат. Этот экран ещё в работе.",
}
