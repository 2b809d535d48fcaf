import type { Texts } from "../../texts.ts"

export const ko: Texts["share-page"] = {
  shared: (product: string) => `${product} · 공유된 대화`,
  untitled: "대화",
  until: (day: string) => `${day}까지 공개`,
  question: "질문",
  answer: "답변",
  written: "인공지능이 쓴 글이에요. 중요한 내용은 확인하세요.",
  continueIn: (product: string) => `${product}에서 이어 가기`,
  report: "신고",
  reportWhy: "어떤 문제가 있나요? 원하시면 여기에 적어 주세요.",
  reportSend: "신고 보내기",
  reported: "알려 주셔서 고마워요. 이 페이지를 살펴볼게요.",
  page: (number: number, of: number) => `${of}쪽 중 ${number}쪽`,
  next: "계속 읽기",
  previous: "이전 쪽",
  missing: "이 링크는 없거나 이미 삭제되었어요.",
  unreadable: "지금은 이 대화를 읽을 수 없어요. 잠시 후 다시 시도하세요.",
  expired: "이 링크의 기한이 끝났어요.",
  removed: "이 링크는 내려갔어요.",
  hidden: "이 페이지는 신고되어 검토를 기다리고 있어요.",
}
