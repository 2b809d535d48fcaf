import type { Texts } from "../../texts.ts"

export const ko: Texts["update"] = {
  error504: "서버에 요청이 몰리고 있어요(504). 몇 초 뒤에 다시 시도해 주세요.",
  error502: "게이트웨이 오류예요(502). 몇 초 뒤에 다시 시도해 주세요.",
  error503: "서비스를 잠시 이용할 수 없어요(503). 몇 초 뒤에 다시 시도해 주세요.",
  notJson: (contentType: string) => `업데이트 확인 오류: 응답이 올바른 JSON이 아니에요(${contentType})`,
  failed: (status: string) => `업데이트 확인 오류: commit/tag를 가져오지 못했어요 ${status}`,
}
