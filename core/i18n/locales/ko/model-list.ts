import type { Texts } from "../../texts.ts"

export const ko: Texts["model-list"] = {
  reasoningColumn: "추론",
  speed: "속도",
  perMessage: "메시지당",
  reasoningRating: (rating: number) => `추론: 5점 중 ${rating}점`,
  speedRating: (rating: number) => `속도: 5점 중 ${rating}점`,
  onlyPremium: "액세스 코드가 필요해요",
  ownKey: "내 키",
  goodAt: {
    flagship: "가장 뛰어나요, 어려운 질문에",
    everyday: "일상용, 거의 모든 일을 잘해요",
    quick: "빠르고 저렴해요, 간단한 일에",
    reasoning: "긴 논리와 수학 단계",
    long: "아주 긴 글과 정확한 지시",
    legacy: "이전 세대 모델",
    oldLogic: "이전 세대, 논리와 코드용",
    cheapLogic: "논리와 코드, 더 저렴하게",
    pictures: "그림을 만들어요",
    voice: "말하고 들어요",
  },
  priceLevel: (level: number) => `가격: 4단계 중 ${level}`,
  abilities: {
    sees: "이미지를 봐요",
    thinks: "답하기 전에 생각해요",
    tools: "도구를 써요",
    long: "아주 긴 글을 읽어요",
    searches: "웹을 검색해요",
  },
  leaves: (day: string) => `${day} 종료`,
  followedBy: (model: string) => `${model} 모델로 이어져요`,
  noneFound: "그런 모델이 없어요. 빠름이나 이미지 같은 다른 말로 찾아보세요.",
}
