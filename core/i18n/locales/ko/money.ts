import type { Texts } from "../../texts.ts"

export const ko: Texts["money"] = {
  short: (needed: string) => `잔액 부족: 이 메시지에는 ${needed}만큼 잡아 두어야 해요.`,
  fits: (model: string) => `${model} 모델이라면 충분해요.`,
  cheaper: "대화를 줄이거나 더 저렴한 모델을 선택해 주세요.",
  inUse: (held: string, available: string, needed: string) =>
    `잔액 중 ${held}만큼은 아직 진행 중인 답변에 잡혀 있어요. 남은 금액은 ${available}인데, 이 메시지에는 ${needed}만큼 잡아 두어야 해요. 하나가 끝나기를 기다렸다가 다시 시도해 주세요.`,
  searchesInUse: (searches: string) =>
    `남은 웹 검색 횟수(${searches})가 진행 중인 답변에 잡혀 있어요. 하나가 끝나기를 기다리거나 검색을 꺼 주세요.`,
  frozen: "잔액 부족이에요. 이 코드는 정지됐어요. 고객센터에 문의해 주세요.",
  overdrawn: (missing: string) =>
    `잔액 부족이에요. 결제가 취소되어 ${missing}만큼 모자라요. 충전하거나 고객센터에 문의해 주세요.`,
  frozenMeanwhile:
    "답변 도중 이 코드가 정지됐어요. 받은 내용은 여기에 저장돼 있고, 메시지와 그 부분만 청구돼요. 고객센터에 문의해 주세요.",
}
