import type { Texts } from "../../texts.ts"

export const vi: Texts["construction"] = {
  images: "Hình ảnh bạn tạo sẽ nằm ở đây. Màn hình này vẫn đang được xây dựng.",
  newImage: "Tại đây bạn sẽ mô tả một hình ảnh và chọn khổ hình. Màn hình này vẫn đang được xây dựng.",
}
