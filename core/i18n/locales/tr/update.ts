import type { Texts } from "../../texts.ts"

export const tr: Texts["update"] = {
  error504: "Sunucu aşırı yüklü (504). Birkaç saniye sonra yeniden deneyin.",
  error502: "Ağ geçidi hatası (502). Birkaç saniye sonra yeniden deneyin.",
  error503: "Hizmet geçici olarak kullanılamıyor (503). Birkaç saniye sonra yeniden deneyin.",
  notJson: (contentType: string) => `Güncelleme hatası: yanıt geçerli JSON değil (${contentType})`,
  failed: (status: string) => `Güncelleme hatası: commit ya da etiket alınamadı: ${status}`,
}
