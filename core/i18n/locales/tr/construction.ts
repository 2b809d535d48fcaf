import type { Texts } from "../../texts.ts"

export const tr: Texts["construction"] = {
  images: "Oluşturduğunuz görseller burada duracak. Bu ekran hâlâ hazırlanıyor.",
  newImage: "Burada bir görseli tarif edip biçimini seçeceksiniz. Bu ekran hâlâ hazırlanıyor.",
}
