import type { Texts } from "../../../texts.ts"

export const tr: Texts["crash"] = {
  title: "Oops, something went wrong!",
  text: "Bu sayfada bir hata oluştu ve sayfa durdu. Sohbetleriniz bu cihazda kayıtlı: geri dönmek için sayfayı yenileyin.",
  details: "Hatanın ayrıntıları",
  reload: "Sayfayı yenile",
  report: "Report This Error",
  clear: "Clear All Data",
  checkCode:
    "Hata yeniden oluşursa Ayarlar’daki erişim kodunu kontrol edin (sol alttaki düğme) ya da desteğe haber verin.",
  saveFailed: "Kopya kaydedilemediği için hiçbir şey silinmedi.",
  screen: (error: string) => `Bu ekranda bir hata oluştu (${error}). Sayfanın geri kalanı çalışmaya devam ediyor.`,
  retry: "Yeniden dene",
}
