import type { Texts } from "../../texts.ts"

export const ko: Texts["prompts"] = {
  title: "프롬프트",
  search: "프롬프트 검색",
  count: (own: number, builtin: number) => `내 것 ${own}개, 기본 ${builtin}개`,
  found: (count: number) => (count === 0 ? "일치하는 프롬프트가 없어요" : `프롬프트 ${count}개를 찾았어요`),
  add: "새 프롬프트",
  edit: "프롬프트 편집",
  read: "기본 프롬프트",
  editOne: (title: string) => `‘${title}’ 편집`,
  readOne: (title: string) => `‘${title}’ 보기`,
  deleteOne: (title: string) => `‘${title}’ 삭제`,
  deleted: "프롬프트를 삭제했어요",
  name: "제목",
  content: "내용",
  otherEdition: "동시에 다른 곳에서 작성된 다른 버전",
  useEdition: "이 버전 사용",
  placesHint: "매번 바뀌는 부분은 [대괄호]로 묶어 주세요. 프롬프트를 고르면 커서가 그 자리에 멈춰요.",
  readOnly: "기본 프롬프트는 바꿀 수 없어요. 사본을 만들면 나만의 것으로 고칠 수 있어요.",
  copy: "사본 만들기",
  save: "저장",
  saveFailed: "저장하지 못했어요. 기기에 공간이 있는지 확인해 주세요.",
}
