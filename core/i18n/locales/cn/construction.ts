import type { Texts } from "../../texts.ts"

export const cn: Texts["construction"] = {
  images: "你生成的图片会保存在这里。这个页面还在建设中。",
  newImage: "在这里描述想要的图片并选择它的形状。这个页面还在建设中。",
}
