import type { Texts } from "../../texts.ts"

export const ko: Texts["logs"] = {
  intro: "이 브라우저가 모델에 보낸 요청이에요. 최신순으로 보여 줘요. 이 기기에만 남고, 대화 내용은 담지 않아요.",
  openStatement: "이용 내역 보기",
  clear: "요청 기록 지우기",
  confirmClear: "이 브라우저의 요청 기록을 지울까요? 대화와 이용 내역은 그대로예요.",
  empty: "아직 요청이 없어요. 질문하면 여기에 나타나요.",
  title: "제목",
  summary: "요약",
  tokens: (input: string, output: string) => `보낸 토큰 ${input}개, 받은 토큰 ${output}개`,
  seconds: (seconds: string) => `${seconds}초`,
  failed: "답변 없음",
}
