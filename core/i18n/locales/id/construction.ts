import type { Texts } from "../../texts.ts"

export const id: Texts["construction"] = {
  images: "Gambar yang Anda buat akan tersimpan di sini. Layar ini masih dikembangkan.",
  newImage: "Di sini Anda akan mendeskripsikan gambar dan memilih bentuknya. Layar ini masih dikembangkan.",
}
