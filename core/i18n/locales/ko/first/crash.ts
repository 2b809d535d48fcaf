import type { Texts } from "../../../texts.ts"

export const ko: Texts["crash"] = {
  title: "Oops, something went wrong!",
  text: "페이지에 오류가 생겨 멈췄어요. 대화는 이 기기에 그대로 있어요. 새로고침하면 다시 볼 수 있어요.",
  details: "오류 세부 정보",
  reload: "페이지 새로고침",
  report: "Report This Error",
  clear: "Clear All Data",
  checkCode: "오류가 반복되면 설정(왼쪽 아래 버튼)에서 액세스 코드를 확인하거나 고객센터에 알려 주세요.",
  saveFailed: "사본을 저장하지 못해서 아무것도 지우지 않았어요.",
  screen: (error: string) => `이 화면에 오류가 생겼어요(${error}). 페이지의 나머지는 계속 쓸 수 있어요.`,
  retry: "다시 시도",
}
