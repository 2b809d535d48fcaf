import type { Texts } from "../../texts.ts"

export const tw: Texts["construction"] = {
  images: "你產生的圖片會保存在這裡。這個畫面還在製作中。",
  newImage: "在這裡描述想要的圖片，並選擇它的形狀。這個畫面還在製作中。",
}
