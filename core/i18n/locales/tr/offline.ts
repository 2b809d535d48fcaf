import type { Texts } from "../../texts.ts"

export const tr: Texts["offline"] = {
  newVersion: "Yeni sürüm hazır",
  update: "Güncelle",
  updateLoses: "Sayfa yenilenir ve yalnızca bu sekmede olanlar kaybolur: geçici sohbetler ve kaydedilemeyenler.",
  app: "Uygulama",
  appHint: "Ana ekrana yüklenince kendi penceresinde açılır, internet olmadan da.",
  install: "Yükle",
  installed: "Bu cihazda zaten yüklü.",
  installOnIos: "Yüklemek için Paylaş’a, ardından “Ana Ekrana Ekle”ye dokunun.",
  installByMenu: "Yüklemek için tarayıcının menüsünü açıp “Yükle” ya da “Ana ekrana ekle”yi seçin.",
  installOffer: "Sohbeti internet olmadan bile doğrudan ana ekrandan açmak ister misiniz?",
}
