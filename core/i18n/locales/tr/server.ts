import type { Texts } from "../../texts.ts"

export const tr: Texts["server"] = {
  title: "Sunucu adresi",
  hint: "Bu uygulama bir sunucu üzerinden konuşur. Adresi sunucuyu işleten kişi verir.",
  connect: "Bağlan",
  connecting: "Sunucu aranıyor…",
  noAddress: "Bu bir adres değil. Şuna benzer: https://chat.ornek.com.tr",
  notSecure: "Yolda kimse sohbetlerinizi okuyamasın diye adres https:// ile başlamalı.",
  noAnswer:
    "Orada yanıt veren bir sunucu yok ya da bu uygulamayı kabul etmiyor. Adresi kontrol edin veya sunucuyu işleten kişiye sorun.",
  settingHint:
    "Mesajlarınızın yanıtlandığı yer. Sunucuyu değiştirmek erişim kodunu bu cihazdan siler; sohbetler kalır.",
}
