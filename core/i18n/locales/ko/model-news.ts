import type { Texts } from "../../texts.ts"

export const ko: Texts["model-news"] = {
  went: (model: string, day: string | undefined) =>
    day === undefined ? `${model} 모델은 종료됐어요.` : `${model} 모델은 ${day}에 종료됐어요.`,
  goesOn: (model: string) => `이 대화는 ${model} 모델로 이어지고, 더 비싸지 않아요.`,
  goesOnCheaper: (model: string) => `이 대화는 ${model} 모델로 이어지고, 더 저렴해요.`,
  answersFor: (model: string, asked: string) => `이제 ${asked} 대신 ${model} 모델이 답해요.`,
  costsMore: (model: string, percent: string | undefined) =>
    percent === undefined
      ? `${model} 모델은 질문 하나에 더 비싸요.`
      : `${model} 모델은 질문 하나에 최대 ${percent} 더 비싸요.`,
  nobodyFollows: "이 대화를 이어 가려면 다른 모델을 골라 주세요.",
  goOn: "이 모델로 계속",
  chooseOther: "다른 모델 고르기",
  change: "바꾸기",
  dismiss: "알림 닫기",
}
