import type { Texts } from "../../../texts.ts"

export const id: Texts["crash"] = {
  title: "Oops, something went wrong!",
  text: "Halaman ini mengalami kesalahan dan berhenti. Percakapan Anda tetap tersimpan di perangkat ini: muat ulang untuk kembali ke sana.",
  details: "Rincian kesalahan",
  reload: "Muat ulang halaman",
  report: "Report This Error",
  clear: "Clear All Data",
  checkCode:
    "Jika kesalahan ini muncul lagi, periksa kode akses di Pengaturan (tombol di kiri bawah) atau beri tahu tim dukungan.",
  saveFailed: "Salinan tidak dapat disimpan, jadi tidak ada yang dihapus.",
  screen: (error: string) => `Layar ini mengalami kesalahan (${error}). Bagian lain halaman tetap berfungsi.`,
  retry: "Coba lagi",
}
