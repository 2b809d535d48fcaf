import type { Texts } from "../../texts.ts"

export const tr: Texts["prompts"] = {
  title: "İstemler",
  search: "İstemlerde ara",
  count: (own: number, builtin: number) => `${own.toLocaleString("tr")} sizin, ${builtin.toLocaleString("tr")} hazır`,
  found: (count: number) => (count === 0 ? "İstem bulunamadı" : `${count.toLocaleString("tr")} istem bulundu`),
  add: "Yeni istem",
  edit: "İstemi düzenle",
  read: "Hazır istem",
  editOne: (title: string) => `Düzenle: ${title}`,
  readOne: (title: string) => `Gör: ${title}`,
  deleteOne: (title: string) => `Sil: ${title}`,
  deleted: "İstem silindi",
  name: "Başlık",
  content: "Metin",
  otherEdition: "Aynı anda başka yerde yazılan diğer sürüm",
  useEdition: "Bunu kullan",
  placesHint: "Her seferinde değişen yeri [köşeli ayraç] içine alın: istemi seçtiğinizde imleç orada durur.",
  readOnly: "Hazır istemler değiştirilemez. Kendi sürümünüz için bir kopya çıkarın.",
  copy: "Kopya çıkar",
  save: "Kaydet",
  saveFailed: "Kaydedilemedi. Cihazda yer olup olmadığını kontrol edin.",
}
