import type { Texts } from "../../texts.ts"

export const ko: Texts["attachments"] = {
  attachments: "첨부 파일",
  removeAttachment: (name: string) => `${name} 빼기`,
  viewImage: (name: string) => `${name} 보기`,
  attached: (count: number) => `첨부 파일 ${count}개 준비됨`,
  dropTitle: "놓으면 첨부돼요",
  dropText: "이미지, PDF, 텍스트 파일을 이 브라우저 안에서 읽어요.",
  leftOut: (count: number, limit: string) =>
    `파일 ${count}개가 빠졌어요. 메시지 하나에 ${limit}개까지 첨부할 수 있어요.`,
  refused: {
    "too-large": (name: string, limit: string) => `${name} 파일이 너무 커요. 최대 ${limit}까지 가능해요.`,
    "too-many": (name: string, limit: string) =>
      `${name} 파일은 빠졌어요. 메시지 하나에 ${limit}개까지 첨부할 수 있어요.`,
    unsupported: (name: string) =>
      `${name} 파일은 여기서 읽을 수 없어요. 이미지(JPEG, PNG, WebP, GIF, AVIF, HEIC), PDF, 텍스트 파일(TXT, CSV, Markdown, 코드)을 쓸 수 있어요. Word나 Excel 파일은 PDF나 CSV로 내보내 주세요.`,
    empty: (name: string) => `${name} 파일이 비어 있어요.`,
    folder: (name: string) => `${name} 항목은 폴더예요. 안에 있는 파일을 끌어다 놓으세요.`,
    unreadable: (name: string) =>
      `${name} 파일을 읽지 못했어요. 파일이 아직 있는지, 기기에 공간이 있는지 확인해 주세요.`,
    "broken-image": (name: string) => `${name} 이미지를 열지 못했어요. 손상됐을 수 있어요.`,
    "broken-pdf": (name: string) => `${name} PDF를 열지 못했어요. 손상됐을 수 있어요.`,
    "locked-pdf": (name: string) =>
      `${name} 파일은 비밀번호로 보호돼 있어요. 비밀번호 없는 사본을 저장해서 다시 첨부해 주세요.`,
    "scanned-pdf": (name: string, pages: string) =>
      `${name}(${pages}) 파일은 스캔본이라 글자 없이 페이지 사진만 있어요. 페이지를 이미지로 첨부하거나, 글자가 있는 PDF를 써 주세요.`,
  },
  unseen: (model: string, count: number) =>
    count === 1
      ? `${model} 모델은 이미지를 볼 수 없어요. 이미지는 여기에 그대로 있어요.`
      : `${model} 모델은 이미지를 볼 수 없어요. 이미지 ${count}개는 여기에 그대로 있어요.`,
  unseenEarlier: (model: string) => `${model} 모델은 이 대화의 이미지를 볼 수 없고, 있다는 것만 알아요.`,
  useModel: (model: string) => `${model} 쓰기`,
  keepUnseen: (model: string) => `${model} 계속 쓰기`,
  keptUnseen: (model: string) => `${model} 모델은 글과 이미지가 있다는 사실만 받고, 이미지 내용은 보지 못해요.`,
}
