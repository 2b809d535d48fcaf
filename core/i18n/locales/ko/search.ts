import type { Texts } from "../../texts.ts"

export const ko: Texts["search"] = {
  title: "기록 검색",
  field: "대화에서 검색",
  placeholder: "검색할 말을 입력하세요",
  clear: "검색어 지우기",
  loading: "불러오는 중…",
  hint: "이 기기의 모든 메시지에서 찾아요. 오타가 조금 있어도 괜찮아요.",
  count: (count: number) => `결과 ${count}개를 찾았어요`,
  countSoFar: (count: number) => `지금까지 결과 ${count}개…`,
  similar: "정확히 일치하는 것은 없고, 비슷한 결과예요.",
  noResult: "검색 결과가 없어요",
  noResultHint: "단어를 줄이거나 다른 말로 찾아보세요.",
  noData: "데이터 없음: 아직 검색할 메시지가 없어요.",
  failed: "지금은 검색할 수 없어요. 계속 입력하면 다시 시도해요.",
  results: "결과",
  inTitle: "대화 제목",
  untitled: "새 대화",
  view: "보기",
  page: (at: number, of: number) => `${of}페이지 중 ${at}페이지`,
  previous: "이전 페이지",
  next: "다음 페이지",
}
