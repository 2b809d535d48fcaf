import type { Texts } from "../../texts.ts"

export const id: Texts["construction"] = {
  masks: "Persona adalah peran siap pakai untuk memulai percakapan. Layar ini masih dikembangkan.",
  newChat: "Di sini Anda akan memulai percakapan dari peran siap pakai. Layar ini masih dikembangkan.",
  images: "Gambar yang Anda buat akan tersimpan di sini. Layar ini masih dikembangkan.",
  newImage: "Di sini Anda akan mendeskripsikan gambar dan memilih bentuknya. Layar ini masih dikembangkan.",
  artifact: "Halaman yang dibuat dalam percakapan terbuka di sini. Layar ini masih dikembangkan.",
}
