import type { Texts } from "../../texts.ts"

export const cn: Texts["construction"] = {
  masks: "面具是预先设定好的角色，可以直接用来开始对话。这个页面还在建设中。",
  newChat: "在这里可以用设定好的角色开始对话。这个页面还在建设中。",
  images: "你生成的图片会保存在这里。这个页面还在建设中。",
  newImage: "在这里描述想要的图片并选择它的形状。这个页面还在建设中。",
  artifact: "对话中生成的页面会在这里打开。这个页面还在建设中。",
}
