import type { Texts } from "../../texts.ts"

export const tr: Texts["errors"] = {
  unknown: "Bilinmeyen hata",
  nothingCharged: "Ücret alınmadı.",
  invalidRequest: (detail: string) => `İstek anlaşılamadı. Ücret alınmadı. (Ayrıntı: ${detail})`,
  refused: {
    "bad-utf8": () => "İsteğin gövdesi geçerli UTF-8 değil. Ücret alınmadı.",
    "bad-json": () => "İsteğin gövdesi geçerli JSON değil. Ücret alınmadı.",
    "unknown-field": (name) => `“${name}” alanı burada kabul edilmiyor. Ücret alınmadı.`,
    "bad-idempotency-key": () =>
      "Idempotency-Key başlığı 1 ile 255 arasında görünür karakterden oluşmalı. Ücret alınmadı.",
    "bad-ceiling": (name) => `${name} başlığı real cinsinden bir tutar olmalı, örneğin 0.50. Ücret alınmadı.`,
    "bad-frame-id": () => "after alanı bir olayın numarası olmalı.",
    "bad-code-field": () => "accessCode alanı bir metin olmalı.",
    "bad-usage-record": () => "Bu bir kullanım kaydı değil.",
    "run-not-ended": () => "Bu yanıt hâlâ sürüyor. Önce durdurun.",
    "no-such-run": () => "Bu yanıt yok ya da size ait değil.",
    "no-such-route": () => "Böyle bir adres yok.",
    "method-not-allowed": () => "Bu adres bu yöntemi kabul etmiyor.",
    "answer-completed": () =>
      "Bu yanıt, siz bir bölümünü okuduktan sonra tamamlandı. Hâlâ saklanıyor: silmeden önce alın.",
    "answer-erased": () => "Bu Idempotency-Key ile istenen yanıt teslim edildi ve silindi. Ücret alınmadı.",
    "body-too-large": () => "İstek çok büyük. Ücret alınmadı.",
    "body-too-slow": () => "Gönderim yolda durdu ya da çok yavaştı. Ücret alınmadı. Yeniden deneyin.",
    "reader-too-slow": (address) =>
      address === ""
        ? "Bu bağlantı çok uzun süre hareketsiz kaldı ve kapatıldı."
        : `Bu bağlantı çok uzun süre hareketsiz kaldı ve kapatıldı. Yanıt 24 saat saklanır: GET ${address}`,
    "no-room": () => "Sunucu şu anda çok fazla gönderim alıyor. Ücret alınmadı. Birkaç saniye sonra yeniden deneyin.",
    "not-json-type": () => "İsteğin gövdesini application/json olarak gönderin. Ücret alınmadı.",
    "encoded-body": () => "İsteğin gövdesini Content-Encoding olmadan gönderin. Ücret alınmadı.",
    "key-reused": () => "Bu Idempotency-Key başka bir istek için kullanılmış. Ücret alınmadı.",
    "no-search-calls": () =>
      "Web arama hakkınız bitti. Sohbete devam etmek için aramayı kapatın ya da bakiye yükleyin. Ücret alınmadı.",
    "model-unpriced": (command) =>
      `Bu modelin bu sunucuda henüz fiyatı yok. Sunucuyu yöneten kişi şu komutla fiyat belirleyebilir: ${command}. Ücret alınmadı.`,
    "no-provider-key": (names) =>
      `Bu sunucuda bu sağlayıcı için henüz anahtar yok. Sunucuyu yöneten kişinin şunları ayarlaması gerekiyor: ${names}. Ücret alınmadı.`,
    "azure-incomplete": () => "incomplete azure config, please check it in your settings page",
    "words-only": () => "Bu model yalnızca sözcüklerden görsel üretir. Ekleri kaldırın ya da başka bir model seçin.",
    "bad-base-url": () => "Bu adres kullanılamaz. Ücret alınmadı.",
    "bad-image-address": () => "Bu görsel adresi buradan açılamaz.",
    "image-unavailable": () =>
      "Görsel gelmedi: site yanıt vermedi ya da gönderdiği şey en fazla 10 MB’lık bir görsel değil.",
    "picture-unfetched": () => "Görsel oluşturuldu, ama sağlayıcısından alınamadı. Yeniden deneyin. Ücret alınmadı.",
    "bad-share": (name) => `“${name}” alanı olması gerektiği gibi değil.`,
    "no-such-share": () => "Bu bağlantı yok ya da silinmiş.",
    "share-gone": () => "Bu bağlantı kaldırıldı.",
    "bad-picture": () => "En çok 10 MB ve 60 megapiksellik bir PNG, JPEG, GIF veya WebP görseli gönderin.",
    "share-limit": () => "Bugün çok sayıda bağlantı oluşturdunuz. Yarın yenilerini oluşturabilirsiniz.",
    "share-full": () =>
      "Bağlantılarınız için yer kalmadı. Artık gerekmeyenleri silin ya da birinin süresinin dolmasını bekleyin.",
    "sharing-unavailable": () =>
      "Bu bağlantı şu anda kaydedilemedi veya okunamadı. Birkaç saniye sonra yeniden deneyin.",
    "bad-vault-request": () => "Kasaya gönderilen istek doğru değil.",
    "no-such-vault": () => "Böyle bir kasa yok ya da anahtar farklı.",
    "vault-out-of-step": () => "Bu cihaz yazarken kasa değişti.",
    "vault-superseded": () => "Başka bir cihaz bu kasayı zaten düzenledi.",
    "vault-full": () => "Kasa dolu. Bu cihazda her şey kayıtlı duruyor.",
    "pairing-over": () => "Bu davet kullanılmış ya da süresi dolmuş. Kasaya bağlı cihazdan yenisini isteyin.",
    "vault-unavailable": () => "Kasa yanıt vermiyor. Birazdan yeniden deneyin.",
    "plugins-off": () => "Bu sunucu eklentilere izin vermiyor.",
    "bad-plugin-address": () => "Bu adres buradan çağrılamaz.",
    redirected: (host) => `Hizmet çağrıyı başka bir adrese (${host}) yönlendirdi; oraya gidilmedi.`,
    "compressed-reply": () => "Hizmet sıkıştırılmış yanıt verdi, bu burada kabul edilmiyor.",
    "service-away": () => "Hizmet yanıt vermedi ya da yanıtı okunamadı.",
    "service-timeout": () => "Hizmet 30 saniye içinde yanıt vermedi.",
    "run-broken": () =>
      "Yanıtın ortasında sunucuda bir sorun oluştu. Bir kısmı ücretlendirildiyse hesap hareketlerinde görünür. Birkaç saniye sonra yeniden deneyin.",
    "gateway-fault": () => "Sunucuda iç hata oluştu. Ücret alınmadı. Birkaç saniye sonra yeniden deneyin.",
  },
  contextLengthExceeded:
    "Bu sohbet model için fazla uzadı. Mesajı kısaltın, bağlamı temizleyin ya da başka bir model seçin. Ücret alınmadı.",
  unauthorized: "Erişim kodu girilmemiş ya da geçersiz. Kodu Ayarlar’dan kontrol edin.",
  userNotFound: "Kullanıcı bulunamadı. Lütfen kodu Ayarlar’dan kontrol edin",
  modelNotAllowed: (model: string) => `${model} modeli planınızda yok.`,
  modelRetired: (model: string, successor: string) =>
    `${model} modeli kullanılamıyor: yayından kaldırıldı. ${successor} devam edebilir ama daha pahalıdır.`,
  modelRetiredAlone: (model: string) => `${model} modeli kullanılamıyor: yayından kaldırıldı. Başka bir model seçin.`,
  modelGone: "Bu model sağlayıcısında kullanılamıyor. Başka bir model seçin.",
  modelNotFound: (model: string) =>
    `${model} adlı model burada yok. Adı kontrol edin ya da başka bir model seçin. Ücret alınmadı.`,
  availableModels: (models: string) => `Kullanılabilir modeller: ${models}.`,
  unauthorizedHelp: (url: string) => `[erişim kodunu girmek için buraya tıklayın](${url})`,
  upgradeToPremium: "Premium’a geçin ve bütün modelleri kullanın.",
  freeLimitReached: "Bugünkü ücretsiz mesajlarınız bitti. Yarın yenileri var.",
  messageTooLong: (characters: number, limit: number) =>
    `Mesaj çok uzun! Ücretsiz kullanımda bir mesaj en fazla ${limit} karakter olabilir. Sizin mesajınız ${characters} karakter. Daha uzun mesajlar göndermek için Premium’a geçin.`,
  tooManyRequests: (seconds: number | undefined) =>
    seconds === undefined
      ? "Kısa sürede çok fazla mesaj gönderildi. Biraz bekleyip yeniden deneyin. Ücret alınmadı."
      : `Kısa sürede çok fazla mesaj gönderildi. ${seconds.toLocaleString("tr")} saniye sonra yeniden deneyin. Ücret alınmadı.`,
  tooManyPluginCalls: (seconds: number | undefined) =>
    seconds === undefined
      ? "Kısa sürede çok fazla eklenti çağrısı yapıldı. Biraz bekleyip yeniden deneyin. Ücret alınmadı."
      : `Kısa sürede çok fazla eklenti çağrısı yapıldı. ${seconds.toLocaleString("tr")} saniye sonra yeniden deneyin. Ücret alınmadı.`,
  pluginCallsUsedUp: "Bugünkü eklenti çağrılarınız bitti. Yarın yenileri var.",
  alreadyProcessing: "Lütfen bir dakikacık bekleyin… Bir şeyi kontrol ediyoruz.",
  alreadyProcessingShort: "Mesaj zaten işleniyor",
  insufficientBalance: "Bakiyeniz bitti. Devam etmek için bakiye yükleyin. Ücret alınmadı.",
  insufficientBalanceShort: "Yetersiz bakiye",
  tooLittle: {
    title: (available: string, model: string) => `${available} bakiyeniz bir ${model} yanıtını karşılamıyor.`,
    kept: "Yetersiz bakiye: yanıt başlamadı, sorunuz burada duruyor.",
    answerOf: (model: string) => `${model} yanıtı`,
    balance: "Bakiyeniz",
  },
  balanceInUse:
    "Bakiyeniz, hâlâ süren yanıtlar için ayrılmış durumda. Birinin bitmesini bekleyip yeniden deneyin. Ücret alınmadı.",
  recharge: (url: string) => `[Bakiye yükle](${url})`,
  upgrade: (url: string) => `[Premium’a geç](${url})`,
  messageCeiling: (ceiling: string, needed: string) =>
    `Mesaj başına ${ceiling} olan sınırınız yetmiyor: bu yanıtın tutarı ${needed} ya da daha fazla olabilir. Ücret alınmadı.`,
  roundsCeiling: (ceiling, spent) =>
    `Bu yanıt şimdiden ${spent} tuttu ve mesaj başına ${ceiling} sınırınız bir tur daha için yer bırakmıyor. Şimdiye kadar gelenler kalır.`,
  dayCeiling: (ceiling: string, spent: string, needed: string) =>
    `Günlük ${ceiling} olan sınırınızda, ${needed} ya da daha fazla tutabilecek bu yanıta yer kalmadı: süren yanıtlarla birlikte bugünkü toplam ${spent}. Ücret alınmadı.`,
  changeCeilings: (url: string) => `[Sınırları değiştir](${url})`,
  gateway502: "Ağ geçidi hatası (502). Birkaç saniye sonra yeniden deneyin.",
  gateway503: "Hizmet geçici olarak kullanılamıyor (503). Birkaç saniye sonra yeniden deneyin.",
  gateway504: "Sunucu aşırı yüklü (504). Birkaç saniye sonra yeniden deneyin.",
  upstream: (status: number, detail: string) => `Modelin sağlayıcısı isteği reddetti (${status}): ${detail}`,
  upstreamKey:
    "Modelin sağlayıcısı bu sunucunun anahtarını kabul etmedi. Desteğe haber verin ya da başka bir model seçin.",
  ownKeyRefused: (status: number, detail: string) =>
    `Modelin sağlayıcısı kendi anahtarınızı reddetti (${status})${detail === "" ? "" : `: ${detail}`}. Anahtarı ve sağlayıcıdaki hesabını kontrol edin.`,
  upstreamBusy: "Modelin sağlayıcısı şu anda çok yoğun. Biraz bekleyip yeniden deneyin.",
  upstreamTimeout: "Modelin yanıt vermesi çok uzun sürdü. Yeniden deneyin ya da daha hızlı bir model seçin.",
  upstreamCut:
    "Modelin sağlayıcısı yanıtı yarıda kesti. Gelen kısım burada kayıtlı. Yalnızca mesaj ve o ana kadar üretilen kısım için ödersiniz.",
  serverRestarted:
    "Sunucumuz yanıtın ortasında yeniden başladı. Gelen kısım burada kayıtlı. Yalnızca mesaj ve bu kısım için ödersiniz.",
  emptyAfterSearch: "Model web’de arama yaptı ama yanıt yazmadı. Yeniden deneyin ya da başka bir şekilde sorun.",
  emptyAnswer: "Model hiç yanıt vermedi (empty response from server). Yeniden deneyin.",
  reasoningTooLong:
    "o3 yanıt veremedi. Mesajınız uzunsa gpt-4.1 kullanın ya da metni 5000 karakterden kısa parçalara bölün.",
  notJson: (contentType: string, head: string) => `Yanıt geçerli JSON değil (${contentType}): ${head}`,
  server: (statusText: string) => `Sunucu hatası: ${statusText}`,
  network: "Bağlantı hatası. Yeniden deneyin.",
  connectivity: "Bağlantı yok. İnternet bağlantınızı kontrol edin.",
  aborted: "Bağlantı kesildi…",
  overMessageCeiling: (estimate: string, ceiling: string) =>
    `Bu mesajın tahminî tutarı ${estimate}; mesaj başına ${ceiling} olan sınırınızı aşıyor. Henüz hiçbir şey gönderilmedi.`,
  overDayCeiling: (estimate: string, spent: string, ceiling: string) =>
    `Bugünkü harcamanız ${spent}, bu mesajın tahminî tutarı ise ${estimate}: günlük ${ceiling} olan sınırınız aşılıyor. Henüz hiçbir şey gönderilmedi.`,
  sendAnyway: "Yine de gönder",
}
