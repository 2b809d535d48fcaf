import type { Texts } from "../../texts.ts"

export const tr: Texts["attachments"] = {
  attachments: "Ekler",
  removeAttachment: (name: string) => `Kaldır: ${name}`,
  viewImage: (name: string) => `Görüntüle: ${name}`,
  attached: (count: number) => `${count.toLocaleString("tr")} ek hazır`,
  dropTitle: "Eklemek için bırakın",
  dropText: "Görseller, PDF’ler ve metin dosyaları. Burada, tarayıcınızda okunurlar.",
  leftOut: (count: number, limit: string) => `${count} dosya dışarıda kaldı: bir mesaja en fazla ${limit} ek sığar.`,
  refused: {
    "too-large": (name: string, limit: string) => `${name} çok büyük. Sınır ${limit}.`,
    "too-many": (name: string, limit: string) => `${name} dışarıda kaldı: bir mesaja en fazla ${limit} ek sığar.`,
    unsupported: (name: string) =>
      `${name} burada okunamaz. Görseller (JPEG, PNG, WebP, GIF, AVIF, HEIC), PDF ve metin dosyaları (TXT, CSV, Markdown, kod) kullanılabilir. Word ya da Excel dosyasını PDF ya da CSV olarak dışa aktarın.`,
    empty: (name: string) => `${name} boş.`,
    folder: (name: string) => `${name} bir klasör. İçindeki dosyaları sürükleyin.`,
    unreadable: (name: string) =>
      `${name} okunamadı. Dosyanın hâlâ var olduğundan ve cihazda yer bulunduğundan emin olun.`,
    "broken-image": (name: string) => `${name} görseli açılamadı. Bozulmuş olabilir.`,
    "broken-pdf": (name: string) => `${name} adlı PDF açılamadı. Bozulmuş olabilir.`,
    "locked-pdf": (name: string) => `${name} parolayla korunuyor. Parolasız bir kopya kaydedip onu ekleyin.`,
    "scanned-pdf": (name: string, pages: string) =>
      `${name} (${pages}) taranmış: sayfaların fotoğrafları var, metin yok. Sayfaları görsel olarak ya da metin içeren bir PDF ekleyin.`,
  },
  unseen: (model: string, count: number) =>
    count === 1
      ? `${model} görselleri göremez. Görseliniz burada duruyor.`
      : `${model} görselleri göremez. ${count.toLocaleString("tr")} görseliniz burada duruyor.`,
  unseenEarlier: (model: string) => `${model} bu sohbetteki görselleri göremez, yalnızca var olduklarını bilir.`,
  useModel: (model: string) => `${model} modelini kullan`,
  keepUnseen: (model: string) => `${model} ile devam et`,
  keptUnseen: (model: string) => `${model} metni alacak, görseller olduğunu bilecek ama içindekileri göremeyecek.`,
}
