import type { Texts } from "../../texts.ts"

export const ko: Texts["offline"] = {
  newVersion: "새 버전이 준비되었어요",
  update: "업데이트",
  updateLoses: "페이지를 다시 불러오며, 이 탭에만 있는 것은 사라져요: 임시 대화와 저장하지 못한 내용.",
  app: "앱",
  appHint: "홈 화면에 설치하면 별도 창에서 열리고 인터넷 없이도 사용할 수 있어요.",
  install: "설치",
  installed: "이 기기에 이미 설치되어 있어요.",
  installOnIos: "설치하려면 공유를 누른 다음 ‘홈 화면에 추가’를 선택하세요.",
  installByMenu: "설치하려면 브라우저 메뉴에서 ‘설치’ 또는 ‘홈 화면에 추가’를 선택하세요.",
  installOffer: "홈 화면에서 바로 대화를 열까요? 인터넷 없이도 열려요.",
}
