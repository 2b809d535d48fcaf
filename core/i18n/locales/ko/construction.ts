import type { Texts } from "../../texts.ts"

export const ko: Texts["construction"] = {
  images: "만든 이미지가 여기에 모여요. 이 화면은 준비 중이에요.",
  newImage: "여기에서 이미지를 설명하고 모양을 고르게 돼요. 이 화면은 준비 중이에요.",
}
