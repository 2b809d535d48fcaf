import type { Texts } from "../../texts.ts"

export const ko: Texts["links"] = {
  question: "방금 연 링크가 이 기기에서 다음을 바꾸려고 해요:",
  questionWithAddress:
    "방금 연 링크가 이 기기에서 다음을 바꾸려고 해요. 앞으로 대화가 이 주소를 거치게 되니, 링크를 보낸 사람을 믿을 수 있을 때만 적용하세요.",
  apply: "적용",
  key: "내 OpenAI 키",
  keyThere: "이미 저장된 키(이 주소로 전송됨)",
  address: "OpenAI 주소",
  applied: "설정을 적용했어요",
  off: "이 사이트는 링크로 보낸 설정을 받지 않아요. 설정에서 직접 입력할 수 있어요.",
}
