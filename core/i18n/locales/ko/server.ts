import type { Texts } from "../../texts.ts"

export const ko: Texts["server"] = {
  title: "서버 주소",
  hint: "이 앱은 서버를 통해 대화해요. 주소는 서버 운영자가 알려 줘요.",
  connect: "연결",
  connecting: "서버를 찾는 중…",
  noAddress: "주소가 아니에요. https://chat.example.kr 같은 형태예요",
  notSecure: "도중에 아무도 대화를 읽지 못하도록 주소는 https:// 로 시작해야 해요.",
  noAnswer: "그곳에서 응답하는 서버가 없거나 이 앱을 받아들이지 않아요. 주소를 확인하거나 운영자에게 문의하세요.",
  settingHint: "메시지에 답하는 곳이에요. 서버를 바꾸면 이 기기에서 액세스 코드가 지워지지만 대화는 남아요.",
}
