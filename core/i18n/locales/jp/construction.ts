import type { Texts } from "../../texts.ts"

export const jp: Texts["construction"] = {
  images: "作成した画像がここに保存されます。この画面は準備中です。",
  newImage: "作りたい画像を説明し、形を選ぶ場所です。この画面は準備中です。",
}
