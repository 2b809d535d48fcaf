import type { Texts } from "../../texts.ts"

export const id: Texts["offline"] = {
  newVersion: "Versi baru siap",
  update: "Perbarui",
  updateLoses:
    "Halaman dimuat ulang, dan yang hanya ada di tab ini hilang: percakapan sementara dan yang tidak bisa disimpan.",
  app: "Aplikasi",
  appHint: "Jika dipasang di layar utama, terbuka di jendelanya sendiri, juga tanpa internet.",
  install: "Pasang",
  installed: "Sudah terpasang di perangkat ini.",
  installOnIos: "Untuk memasang, ketuk Bagikan lalu “Tambah ke Layar Utama”.",
  installByMenu: "Untuk memasang, buka menu browser lalu pilih “Instal” atau “Tambahkan ke layar utama”.",
  installOffer: "Mau membuka percakapan langsung dari layar utama, bahkan tanpa internet?",
}
