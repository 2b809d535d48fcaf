import type { Texts } from "../../texts.ts"

export const ko: Texts["construction"] = {
  masks: "역할은 바로 대화를 시작할 수 있도록 미리 준비된 설정이에요. 이 화면은 준비 중이에요.",
  newChat: "여기에서 준비된 역할로 대화를 시작할 수 있게 돼요. 이 화면은 준비 중이에요.",
  images: "만든 이미지가 여기에 모여요. 이 화면은 준비 중이에요.",
  newImage: "여기에서 이미지를 설명하고 모양을 고르게 돼요. 이 화면은 준비 중이에요.",
  artifact: "대화에서 만든 페이지가 여기에서 열려요. 이 화면은 준비 중이에요.",
}
