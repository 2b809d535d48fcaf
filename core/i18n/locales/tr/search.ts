import type { Texts } from "../../texts.ts"

export const tr: Texts["search"] = {
  title: "Geçmişte ara",
  field: "Sohbetlerde ara",
  placeholder: "Aranacak sözcükleri yazın",
  clear: "Aramayı temizle",
  loading: "Yükleniyor…",
  hint: "Bu cihazdaki bütün mesajlarda arar; Türkçe karakterler eksik olsa da, yazım hatası olsa da bulur.",
  count: (count: number) => `${count.toLocaleString("tr")} sonuç bulundu`,
  countSoFar: (count: number) => `Şimdilik ${count.toLocaleString("tr")} sonuç…`,
  similar: "Tam olarak bu sözcüklerle bir şey yok; bunlar benzer.",
  noResult: "Sonuç bulunamadı",
  noResultHint: "Daha az ya da başka sözcükler deneyin.",
  noData: "Veri yok: henüz aranacak mesaj yok.",
  failed: "Şu anda arama yapılamıyor. Yazmaya devam edince yeniden denenir.",
  results: "Sonuçlar",
  inTitle: "Sohbet başlığı",
  untitled: "Yeni sohbet",
  view: "Gör",
  page: (at: number, of: number) => `Sayfa ${at}/${of}`,
  previous: "Önceki sayfa",
  next: "Sonraki sayfa",
}
