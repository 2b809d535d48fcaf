import type { Texts } from "../../texts.ts"

export const tr: Texts["construction"] = {
  masks: "Maskeler, bir sohbete başlamak için hazır rollerdir. Bu ekran hâlâ hazırlanıyor.",
  newChat: "Burada hazır bir rolle sohbete başlayacaksınız. Bu ekran hâlâ hazırlanıyor.",
  images: "Oluşturduğunuz görseller burada duracak. Bu ekran hâlâ hazırlanıyor.",
  newImage: "Burada bir görseli tarif edip biçimini seçeceksiniz. Bu ekran hâlâ hazırlanıyor.",
  artifact: "Bir sohbette oluşturulan sayfalar burada açılır. Bu ekran hâlâ hazırlanıyor.",
}
